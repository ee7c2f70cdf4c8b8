import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import {
  ActionButton,
  Alert,
  Button,
  type ErrorTexts,
  Group,
  LinkButton,
  LoadFailure,
  Navigate,
  Page,
  Panel,
  PanelPage,
  Text,
  useFailure,
  useFormat,
  useLocation,
  useParams,
  useRequest,
  type User,
  useSession,
  withRedirectTarget,
} from 'kit'
import { useEffect } from 'react'
import { SIGN_IN_PATH } from 'contract/lock.ts'
import { useLock } from '../federation/lock-context.ts'
import { PageWaiting } from '../page-waiting.tsx'
import { SessionFailed } from '../session-gate.tsx'
import { confirmPreview, leavePreviews, type PreviewLink, readPreview } from '../previews/calls.ts'

const texts: ErrorTexts<'PREVIEW_NOT_FOUND' | 'OTHER_USER'> = {
  PREVIEW_NOT_FOUND: msg`This link is over. Each one works once, within 15 minutes: ask for another one.`,
  OTHER_USER: msg`Somebody else has signed in meanwhile. Reload the page and look whose account this is.`,
}

/**
 * Where a link to what is not released leads, before anything of it runs: its document shows to everybody what all visitors get. Without a
 * link it is the way out.
 */
export function PreviewPage() {
  const { id } = useParams()
  const { pathname } = useLocation()
  const { previews } = useLock()
  const session = useSession()
  // This page was loaded for another address, and runs what it is about already: that could confirm anything.
  const isTooLate = previews?.areShown ?? false
  useEffect(() => {
    if (isTooLate) location.reload()
  }, [isTooLate])
  if (isTooLate || session.status === 'loading') return <PageWaiting />
  if (session.status === 'failed') return <SessionFailed code={session.error.code} />
  if (session.status === 'signed-out') return <Navigate replace to={withRedirectTarget(SIGN_IN_PATH, pathname)} />
  const isRunning = previews?.running.some((preview) => preview.id === id)
  return id === undefined || isRunning ? <Running /> : <Question id={id} user={session.user} />
}

function Question({ id, user }: { id: string; user: User }) {
  const { t } = useLingui()
  const [link, reload] = useRequest(id, () => readPreview(id))
  if (!link) return <PageWaiting />
  return (
    <PanelPage title={t`Try out what is not released yet`}>
      {link.data && <Answers id={id} user={user} link={link.data} />}
      {link.error?.code === 'PREVIEW_NOT_FOUND' && <Text role="alert">{t(texts.PREVIEW_NOT_FOUND)}</Text>}
      {link.error && link.error.code !== 'PREVIEW_NOT_FOUND' && <LoadFailure error={link.error} onRetry={reload} />}
    </PanelPage>
  )
}

function Answers({ id, user, link }: { id: string; user: User; link: PreviewLink }) {
  const format = useFormat()
  const { failed, failure } = useFailure(texts)
  const { name, version, createdBy } = link
  const { email } = user
  const confirm = async () => {
    const { data, error } = await confirmPreview(id, user.id)
    // Another document, which is the first one that runs it.
    if (!failed(error)) location.assign(data?.path ?? '/')
  }
  return (
    <>
      <Text>
        {version === null ? (
          <Trans>
            Somebody works on <b translate="no">{name}</b>, and you can follow: each change appears in this browser as
            soon as it is saved.
          </Trans>
        ) : (
          <Trans>
            This browser can show you{' '}
            <b translate="no">
              {name} {version}
            </b>
            , which other visitors do not get.
          </Trans>
        )}
      </Text>
      <Text>
        <Trans>
          The link was made by <span translate="no">{createdBy}</span>. It can be confirmed until{' '}
          {format.dateTime(link.expiresAt)}.
        </Trans>
      </Text>
      <Alert color="orange">
        <Trans>
          Nobody may have reviewed this code. While it runs, it can do all that you can do here, in your name. Go on
          only if you expected this link and know who it is from.
        </Trans>
      </Alert>
      <Text>
        <Trans>
          It runs for <b translate="no">{email}</b> alone, in this browser alone, for eight hours at most. You can leave
          it at any time, and it ends when you sign out.
        </Trans>
      </Text>
      {failure}
      <Group>
        <LinkButton to="/">
          <Trans>Do not run it</Trans>
        </LinkButton>
        <ActionButton variant="default" onAct={confirm}>
          <Trans>Run it in this browser</Trans>
        </ActionButton>
      </Group>
    </>
  )
}

function Running() {
  const { t } = useLingui()
  const { previews } = useLock()
  const { failed, failure } = useFailure(texts)
  const leave = async (id: string) => {
    const { error } = await leavePreviews(id)
    if (!failed(error)) location.reload()
  }
  return (
    <Page title={t`What you are trying out`} width="narrow">
      {(previews?.running ?? []).map(({ id, name, version }) => (
        <Panel key={id}>
          <Group justify="space-between">
            <Text translate="no">
              {name} {version}
            </Text>
            <ActionButton variant="default" aria-label={t`Stop trying out ${name}`} onAct={() => leave(id)}>
              <Trans>Stop trying it out</Trans>
            </ActionButton>
          </Group>
        </Panel>
      ))}
      {failure}
      {!previews && (
        <Panel>
          <Text>
            <Trans>Nothing: you see what all visitors see.</Trans>
          </Text>
        </Panel>
      )}
      {/* Another document: this one shows what is released. */}
      <Button component="a" href="/">
        <Trans>Go to the start page</Trans>
      </Button>
    </Page>
  )
}
