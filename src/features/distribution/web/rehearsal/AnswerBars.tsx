import type { Rehearsal } from '../../contract.ts'
import classes from './Rehearsal.module.css'

/** Offers by the minutes until their answer, as it happened and with the draft. */
export function AnswerBars({ answers }: { answers: Rehearsal['answers'] }) {
  const highest = Math.max(0, ...answers.flatMap(({ was, draft }) => [was, draft]))
  if (highest === 0) return null
  const height = (value: number) => ({ height: `${(100 * value) / highest}%` })
  return (
    <section className={classes.section} aria-label="Minutes to an answer">
      <header>
        <h3>Minutes to an answer</h3>
        <span className={classes.legend}>
          <i /> Happened <i data-draft="" /> Draft
        </span>
      </header>
      <ol className={classes.bars}>
        {answers.map(({ label, was, draft }) => (
          <li key={label} title={`${label}: ${was} happened, ${draft} with the draft`}>
            <span className={classes.pair}>
              <i style={height(was)} />
              <i data-draft="" style={height(draft)} />
            </span>
            <span>{label}</span>
            <span className="visually-hidden">
              {was} happened, {draft} with the draft
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
