import { count } from '../../../../platform/web/text.ts'
import type { PlaceholderValues } from '../../../templates/rules/placeholders.ts'
import { FilledContent, FilledText } from '../../../templates/web/pieces.tsx'
import type { OneOffPreview } from '../../contract/records.ts'
import type { OneOffDraft } from '../rules/oneOff.ts'
import classes from './ComposeOneOff.module.css'

/** The e-mail as a lead reads it. */
export function OneOffReading({ draft, values }: { draft: OneOffDraft; values: PlaceholderValues | null }) {
  const { subject, content } = draft
  if (!values || (subject.trim() === '' && content.trim() === ''))
    return <p className={classes.quiet}>{values ? 'Nothing written yet.' : 'Loading...'}</p>
  return (
    <article className={classes.sheet}>
      <h4>
        <FilledText text={subject} values={values} />
      </h4>
      <p className={classes.quiet}>
        {values.agent_full_name} to {values.lead_full_name || values.lead_email}
      </p>
      <FilledContent content={content} values={values} />
      <p className={classes.quiet}>The postal address and the way to unsubscribe are added below.</p>
    </article>
  )
}

/** How many get none and why, and the first of them by name. */
export function LeftOut({ preview }: { preview: OneOffPreview | undefined }) {
  if (!preview || preview.allowed === preview.total) return null
  const { reasons, left_out, total, allowed } = preview
  const unnamed = total - allowed - left_out.length
  return (
    <section aria-label="Left out" className={classes.leftOut}>
      <h3>{count(total - allowed)} left out</h3>
      <ul>
        {reasons.map(({ reason, count: amount }) => (
          <li key={reason}>
            <b>{count(amount)}</b>
            <span>{reason}</span>
          </li>
        ))}
      </ul>
      <details>
        <summary>Who they are</summary>
        <ul>
          {left_out.map(({ lead_id, name, reasons: why }) => (
            <li key={lead_id}>
              <b>{name}</b>
              <span>{why.join(' ')}</span>
            </li>
          ))}
          {unnamed > 0 && <li>and {count(unnamed)} more</li>}
        </ul>
      </details>
    </section>
  )
}
