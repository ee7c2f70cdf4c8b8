import { Trans, useLingui } from '@lingui/react/macro'
import {
  ActionButton,
  Button,
  Group,
  Navigate,
  Page,
  Panel,
  Text,
  useFailure,
  useLocation,
  useParams,
  useSession,
  withRedirectTarget,
} from 'kit'
import { useEffect } from 'react'
import { SIGN_IN_PATH } from 'contract/version-lock.ts'
import { useVersionLock } from '../federation/lock-context.ts'
import { PageWaiting } from '../page-waiting.tsx'
import { SessionFailed } from '../session-gate.tsx'
import { addOnDemandTexts } from '../on-demand-texts.ts'
import { leavePreviews } from '../previews/calls.ts'
import { Question, texts } from './preview-question.tsx'

export const loadPreviewPage = () => addOnDemandTexts().then(() => PreviewPage)

function PreviewPage() {
  const { id } = useParams()
  const { pathname } = useLocation()
  const { previews } = useVersionLock()
  const session = useSession()
  // After a client-side navigation, preview code already runs here and could confirm anything.
  const runsPreviews = previews?.areShown ?? false
  useEffect(() => {
    if (runsPreviews) location.reload()
  }, [runsPreviews])
  if (runsPreviews || session.status === 'loading') return <PageWaiting />
  if (session.status === 'failed') return <SessionFailed code={session.error.code} />
  if (session.status === 'signed-out') return <Navigate replace to={withRedirectTarget(SIGN_IN_PATH, pathname)} />
  const isRunning = previews?.running.some((preview) => preview.id === id)
  return id === undefined || isRunning ? <Running /> : <Question id={id} user={session.user} />
}

function Running() {
  const { t } = useLingui()
  const { previews } = useVersionLock()
  const { failed, failure } = useFailure(texts)
  const leave = async (id: string) => {
    const { error } = await leavePreviews(id)
    if (!failed(error)) location.reload()
  }
  return (
    <Page title={t`Your previews`} width="narrow">
      {(previews?.running ?? []).map(({ id, name, version }) => (
        <Panel key={id}>
          <Group justify="space-between">
            <Text translate="no">
              {name} {version}
            </Text>
            <ActionButton variant="default" aria-label={t`Stop the preview of ${name}`} onAct={() => leave(id)}>
              <Trans>Stop the preview</Trans>
            </ActionButton>
          </Group>
        </Panel>
      ))}
      {failure}
      {!previews && (
        <Panel>
          <Text>{t`No previews. You see what everyone else sees.`}</Text>
        </Panel>
      )}
      <Button component="a" href="/">{t`Home`}</Button>
    </Page>
  )
}
