import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { FrameNote } from '../../../platform/ui/frame/Frame.tsx'
import { Loading } from '../../../platform/ui/pieces.tsx'
import { ErrorState } from '../../../platform/ui/states.tsx'
import { timeOfDay } from '../../../platform/web/time/time.ts'
import { healthSummary } from '../rules/wording.ts'
import { integrationsQuery } from './client.ts'
import { DeliveryLog } from './DeliveryLog.tsx'
import classes from './Integrations.module.css'
import { KeyList } from './KeyList.tsx'
import { ProviderTable } from './ProviderTable.tsx'
import { type NewSecret, SecretDialog } from './SecretDialog.tsx'
import { WebhookList } from './WebhookList.tsx'

/** Providers with their health, then keys, webhooks, and what the chosen webhook posted. The address holds which one that is. */
export function IntegrationsPanel() {
  const { data, error, refetch } = useQuery(integrationsQuery)
  const { webhook: asked }: { webhook?: unknown } = useSearch({ strict: false })
  const navigate = useNavigate()
  const [secret, setSecret] = useState<NewSecret | null>(null)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  const { providers, keys, webhooks, as_of } = data
  const chosen = webhooks.find(({ id }) => id === Number(asked)) ?? webhooks[0] ?? null
  const choose = (id: number) =>
    void navigate({ to: '/admin', search: { section: 'integrations', webhook: id }, replace: true })
  return (
    <>
      <FrameNote>
        {healthSummary(providers)} As of {timeOfDay(as_of)}.
      </FrameNote>
      <ProviderTable providers={providers} />
      <div className={classes.columns}>
        <KeyList keys={keys} onSecret={setSecret} />
        <WebhookList webhooks={webhooks} chosen={chosen} onChoose={choose} onSecret={setSecret} />
        {chosen && <DeliveryLog key={chosen.id} webhook={chosen} />}
      </div>
      {secret && <SecretDialog given={secret} onClose={() => setSecret(null)} />}
    </>
  )
}
