import { Button } from '@mantine/core'
import { useNow } from '../../../platform/web/time/now.ts'
import { ago, fullTime } from '../../../platform/web/time/time.ts'
import type { WebhookDelivery } from '../contract.ts'
import { deliveryText, triesText } from '../rules/wording.ts'
import classes from './Integrations.module.css'

/** One event: its status, what it is about, how long the receiver took; opened, its tries, the answer and its id. */
export function DeliveryRow({ delivery, onRetry }: { delivery: WebhookDelivery; onRetry(): void }) {
  const now = useNow(30_000)
  const { text, hue } = deliveryText(delivery)
  const { type, about, state, duration_ms, problem, answer, event_id, tried_at, created_at, due_at } = delivery
  const at = tried_at ?? created_at
  return (
    <li>
      <details className={classes.delivery}>
        <summary>
          <span className={classes.code} data-hue={hue ?? undefined}>
            {text}
          </span>
          <span className={classes.ellipsis}>
            {type}
            {about && `, ${about}`}
          </span>
          <span className={classes.rowFigure}>{duration_ms === null ? '' : `${duration_ms} ms`}</span>
          <time className={classes.rowFigure} dateTime={at} title={fullTime(at)}>
            {ago(at, now)}
          </time>
        </summary>
        <div className={classes.opened}>
          {problem && <p className={classes.lost}>{problem}</p>}
          {answer && <p>Answer: “{answer}”</p>}
          <p>{triesText(delivery, due_at && fullTime(due_at))}</p>
          <p>
            Event <code>evt_{event_id}</code>
          </p>
          {state !== 'delivered' && (
            <Button variant="default" size="compact-sm" onClick={onRetry}>
              Send again
            </Button>
          )}
        </div>
      </details>
    </li>
  )
}
