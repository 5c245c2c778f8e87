import { Button } from '@mantine/core'
import { shortDay } from '../../../../platform/web/time/time.ts'
import { unfilledText } from '../../../templates/rules/placeholders.ts'
import type { Campaign, CampaignStep, StepComparison } from '../../contract/records.ts'
import { type Wording, wordings } from '../../rules/wordings.ts'
import { keepWording } from '../campaignActions.ts'
import { axisEnd, verdictText, wordingLine } from '../rules/comparison.ts'
import classes from './Comparisons.module.css'
import { WordingMark } from './OtherWording.tsx'

interface ComparisonsProps {
  campaign: Campaign
  comparisons: readonly StepComparison[]
  now: Date
}

/** The steps with two wordings: what can be said of each, and from what. */
export function Comparisons({ campaign, comparisons, now }: ComparisonsProps) {
  return comparisons.map(comparison => {
    const step = campaign.steps.find(({ id }) => id === comparison.step_id)
    // The figures may be of a moment at which the step had two, and the steps of a later one.
    return step && step.other_content !== null ? (
      <Comparison key={step.id} campaign={campaign} step={step} comparison={comparison} now={now} />
    ) : null
  })
}

interface ComparisonProps {
  campaign: Campaign
  step: CampaignStep
  comparison: StepComparison
  now: Date
}

function Comparison({ campaign, step, comparison, now }: ComparisonProps) {
  const { leader, verdict, since, a, b } = comparison
  const title = `Step ${step.position}, two wordings`
  const end = axisEnd(a, b)
  const isKeeping = campaign.may_change && verdict === 'settled'
  return (
    <section className={classes.comparison} aria-label={title}>
      <header>
        <h2>{title}</h2>
        <span className={classes.note}>since {shortDay(since, now)}</span>
      </header>
      <p className={classes.verdict}>{verdictText(comparison)}</p>
      {!campaign.stop_after_connection && (
        <p className={classes.note}>This campaign goes on after a reply, so replies are not counted.</p>
      )}
      {wordings.map(wording => (
        <div key={wording} className={classes.wording} data-leads={wording === leader || undefined}>
          <p>
            <WordingMark wording={wording} /> <b>{wordingText(step, wording)}</b>
          </p>
          <RangeBar figures={comparison[wording]} end={end} />
          <span className={classes.note}>{wordingLine(comparison[wording])}</span>
        </div>
      ))}
      {isKeeping && (
        <div className={classes.actions}>
          {wordings
            .toSorted(one => (one === leader ? -1 : 1))
            .map(wording => (
              <Button
                key={wording}
                variant={wording === leader ? 'default' : 'subtle'}
                {...(wording === leader ? {} : { color: 'gray' })}
                size="compact-sm"
                onClick={() => void keepWording(campaign, step, wording)}
              >
                Keep {wording.toUpperCase()}
              </Button>
            ))}
        </div>
      )}
    </section>
  )
}

/** A share as a point within what it likely is. */
function RangeBar({ figures: { rate, low, high }, end }: { figures: StepComparison['a']; end: number }) {
  const at = (value: number) => `${(value / end) * 100}%`
  return (
    <span className={classes.axis} aria-hidden>
      {rate !== null && (
        <>
          <i className={classes.range} style={{ left: at(low), width: at(high - low) }} />
          <i className={classes.point} style={{ left: at(rate) }} />
        </>
      )}
    </span>
  )
}

/** By what a person knows a wording: its subject, or how it begins where it has none, or the same one. */
function wordingText(step: CampaignStep, wording: Wording): string {
  const [subject, content] =
    wording === 'a' ? [step.subject, step.content] : [step.other_subject ?? '', step.other_content ?? '']
  const hasOwnSubject = step.step_type === 'auto_email' && step.subject !== step.other_subject
  const words = hasOwnSubject
    ? subject
    : new DOMParser().parseFromString(content.replace(/<\/p>/g, ' </p>'), 'text/html').body.textContent
  return unfilledText(words.trim())
}
