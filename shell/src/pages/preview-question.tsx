import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import {
  ActionButton,
  Alert,
  emailOf,
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

export const texts: ErrorTexts<'PREVIEW_NOT_FOUND' | 'OTHER_USER' | 'OTHER_VERSION'> = {
  PREVIEW_NOT_FOUND: msg`This link has expired. Each link works once, within 15 minutes. Ask for a new one.`,
  OTHER_VERSION: msg`There is another version by now. Reload the page to see which.`,
  OTHER_USER: msg`Someone else has signed in. Reload the page to see whose account this is.`,
}

export function Question({ id, user }: { id: string; user: User }) {
  const { t } = useLingui()
  const [link, reload] = useRequest(id, () => readPreview(id))
  if (!link) return <PageWaiting />
  return (
    <PanelPage title={t`Preview an unreleased version`}>
      {link.data && <Confirmation id={id} user={user} link={link.data} />}
      {link.error?.code === 'PREVIEW_NOT_FOUND' && <Text role="alert">{t(texts.PREVIEW_NOT_FOUND)}</Text>}
      {link.error && link.error.code !== 'PREVIEW_NOT_FOUND' && <LoadFailure error={link.error} onRetry={reload} />}
    </PanelPage>
  )
}

function Confirmation({ id, user, link }: { id: string; user: User; link: PreviewLink }) {
  const { t } = useLingui()
  const format = useFormat()
  const { failed, failure } = useFailure(texts)
  const { name, version, channel, createdBy } = link
  const email = emailOf(user) ?? user.name
  const confirm = async () => {
    const { data, error } = await confirmPreview({ id, version }, user.id)
    // A full page load, because this page runs the released versions.
    if (!failed(error)) location.assign(data?.path ?? '/')
  }
  return (
    <>
      <Text>
        {version === null ? (
          <Trans>
            Someone is working on <b translate="no">{name}</b>. Each change appears in this browser when it is saved.
          </Trans>
        ) : (
          <Trans>
            See{' '}
            <b translate="no">
              {name} {version}
            </b>{' '}
            in this browser before others do.
          </Trans>
        )}
      </Text>
      <Text>
        {channel === undefined ? (
          <Trans>
            Created by <span translate="no">{createdBy}</span>. The link works until {format.dateTime(link.expiresAt)}.
          </Trans>
        ) : (
          <Trans>
            Created by <span translate="no">{createdBy}</span>. The link works as long as{' '}
            <b translate="no">{channel}</b> is there, and shows the version that it has then.
          </Trans>
        )}
      </Text>
      <Alert color="yellow">
        <Trans>
          This code may not have been reviewed. While it runs, it can do anything that you can do here, as you. Continue
          only if you expected this link and know who sent it.
        </Trans>
      </Alert>
      <Text>
        <Trans>
          It runs only for <b translate="no">{email}</b>, in this browser, for up to eight hours. You can stop it at any
          time, and signing out ends it.
        </Trans>
      </Text>
      {failure}
      <Group>
        <LinkButton to="/">{t`Don’t run it`}</LinkButton>
        <ActionButton variant="default" onAct={confirm}>{t`Run it in this browser`}</ActionButton>
      </Group>
    </>
  )
}
