import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import {
  ActionButton,
  Alert,
  type ErrorTexts,
  Group,
  LinkButton,
  LoadFailure,
  PanelPage,
  Text,
  useFailure,
  useFormat,
  useRequest,
  type User,
} from 'kit'
import { PageWaiting } from '../page-waiting.tsx'
import { confirmPreview, type PreviewLink, readPreview } from '../previews/calls.ts'

export const texts: ErrorTexts<'PREVIEW_NOT_FOUND' | 'OTHER_USER'> = {
  PREVIEW_NOT_FOUND: msg`This link is over. Each one works once, within 15 minutes: ask for another one.`,
  OTHER_USER: msg`Somebody else has signed in meanwhile. Reload the page and look whose account this is.`,
}

export function Question({ id, user }: { id: string; user: User }) {
  const { t } = useLingui()
  const [link, reload] = useRequest(id, () => readPreview(id))
  if (!link) return <PageWaiting />
  return (
    <PanelPage title={t`Try out what is not released yet`}>
      {link.data && <Confirmation id={id} user={user} link={link.data} />}
      {link.error?.code === 'PREVIEW_NOT_FOUND' && <Text role="alert">{t(texts.PREVIEW_NOT_FOUND)}</Text>}
      {link.error && link.error.code !== 'PREVIEW_NOT_FOUND' && <LoadFailure error={link.error} onRetry={reload} />}
    </PanelPage>
  )
}

function Confirmation({ id, user, link }: { id: string; user: User; link: PreviewLink }) {
  const format = useFormat()
  const { failed, failure } = useFailure(texts)
  const { name, version, createdBy } = link
  const { email } = user
  const confirm = async () => {
    const { data, error } = await confirmPreview(id, user.id)
    // A full page load, because this page runs the released versions.
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
