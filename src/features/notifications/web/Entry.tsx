import { ago, fullTime, timeOfDay } from '../../../platform/web/time/time.ts'
import type { Notification } from '../contract.ts'
import classes from './Notifications.module.css'
import { deliveryText, looks, receiptOf } from './wording.ts'

interface EntryProps {
  notification: Notification
  zone: string
  onOpen: () => void
  isCurrent?: boolean
  /** Whether it stands in the whole list, by days: it says at what time it came, and how it was passed on. */
  hasReceipt?: boolean
}

/** One notification; pressing it opens what it is about. */
export function Entry({ notification, zone, onOpen, isCurrent = false, hasReceipt = false }: EntryProps) {
  const { id, icon, title, body, created_at, read_at, deliveries } = notification
  const [Icon, hue] = looks[icon]
  const receipt = receiptOf(notification, zone)
  return (
    <li className={classes.item} data-current={isCurrent || undefined}>
      <button
        type="button"
        className={classes.entry}
        data-notification={id}
        data-new={read_at === null || undefined}
        onClick={onOpen}
      >
        <span className={classes.dot} role="img" aria-label={read_at === null ? 'Unread' : 'Read'} />
        <span
          className={classes.mark}
          style={{ background: `var(--kt-${hue}-tint)`, color: `var(--kt-${hue}-text)` }}
          aria-hidden="true"
        >
          <Icon size={15} stroke={1.6} />
        </span>
        <span className={classes.text}>
          <span className={classes.title}>{title}</span>
          {body && <span className={classes.body}>{body}</span>}
        </span>
        <span className={classes.meta}>
          <time dateTime={created_at} title={fullTime(created_at, zone)}>
            {hasReceipt ? timeOfDay(created_at, zone) : ago(created_at, new Date(), zone)}
          </time>
          {hasReceipt && receipt.text && (
            <span className={classes.receipt} data-tone={receipt.tone}>
              {receipt.text}
            </span>
          )}
        </span>
      </button>
      {isCurrent && hasReceipt && deliveries.length > 0 && (
        <ul className={classes.deliveries}>
          {deliveries.map(delivery => (
            <li key={`${delivery.channel}-${delivery.device}-${delivery.due_at}`}>{deliveryText(delivery, zone)}</li>
          ))}
        </ul>
      )}
    </li>
  )
}
