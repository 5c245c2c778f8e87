import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { WebhookRecord } from '../contract.ts'
import { DELIVERY_DAYS, SWITCH_OFF_DAYS } from '../rules/webhooks.ts'
import { hostOf, webhookText } from '../rules/wording.ts'
import { AddWebhook } from './AddWebhook.tsx'
import classes from './Integrations.module.css'
import { State } from './ProviderTable.tsx'
import type { NewSecret } from './SecretDialog.tsx'

interface WebhookListProps {
  webhooks: readonly WebhookRecord[]
  chosen: WebhookRecord | null
  onChoose(id: number): void
  onSecret(secret: NewSecret): void
}

/** Where events are posted to; pressing one shows what it posted. */
export function WebhookList({ webhooks, chosen, onChoose, onSecret }: WebhookListProps) {
  const [isAdding, setAdding] = useState(false)
  return (
    <section className={classes.column} aria-label="Webhooks">
      <header className={classes.columnHead}>
        <h2>Webhooks</h2>
        <span>{webhooks.length}</span>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={14} stroke={1.6} />}
          onClick={() => setAdding(true)}
        >
          Webhook
        </Button>
      </header>
      {webhooks.length === 0 && (
        <p className={classes.none}>
          No webhooks yet. A webhook tells another system what happens here, as it happens.
        </p>
      )}
      <ul className={classes.list}>
        {webhooks.map(webhook => (
          <li key={webhook.id}>
            <button
              type="button"
              className={classes.choice}
              aria-pressed={webhook.id === chosen?.id}
              onClick={() => onChoose(webhook.id)}
            >
              <span className={classes.rowMain}>
                <b>{hostOf(webhook.url)}</b>
              </span>
              <span className={classes.rowFigure}>
                {webhook.day_total === 0 ? 'None today' : `${webhook.day_delivered} of ${webhook.day_total} today`}
              </span>
              <span className={classes.rowMeta}>{webhook.events.join(', ')}</span>
              <State {...webhookText(webhook)} />
            </button>
          </li>
        ))}
      </ul>
      <p className={classes.foot}>
        Signed by Standard Webhooks. Every event has one id, and may arrive more than once. After {SWITCH_OFF_DAYS} days
        without an answer a webhook is switched off. Deliveries are listed for {DELIVERY_DAYS} days.
      </p>
      {isAdding && (
        <AddWebhook
          onClose={() => setAdding(false)}
          onAdded={({ webhook, secret }) => {
            onChoose(webhook.id)
            onSecret({ what: 'secret', name: hostOf(webhook.url), secret })
          }}
        />
      )}
    </section>
  )
}
