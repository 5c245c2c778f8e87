import { money } from '../../../platform/web/money.ts'
import { sumOfSplits } from '../rules/splits.ts'
import { type Step, stepProgress, steps } from './rules/form.ts'
import { cents } from './rules/labels.ts'
import classes from './Submission.module.css'
import type { SubmissionState } from './useSubmission.ts'

interface StepLineProps {
  state: SubmissionState
  current: Step
  onChoose(step: Step): void
}

/** How far each part of the form is; a press jumps there. */
export function StepLine({ state, current, onChoose }: StepLineProps) {
  return (
    <nav className={classes.steps} aria-label="Steps">
      {steps.map(step => (
        <button
          key={step}
          type="button"
          aria-current={step === current ? 'step' : undefined}
          onClick={() => onChoose(step)}
        >
          <span className={classes.track}>
            <span style={{ width: `${stepProgress(state.values, state.documents, step) * 100}%` }} />
          </span>
          <b>{step}</b> <span className={classes.meta}>{stepFact(state, step)}</span>
        </button>
      ))}
    </nav>
  )
}

/** What a part says of itself in a few words. */
export function stepFact({ values, documents, lookup }: SubmissionState, step: Step): string {
  switch (step) {
    case 'Property':
      return lookup.state === 'found' ? 'filled from MLS' : ''
    case 'Offer':
      return values.acceptedPrice ? money(values.acceptedPrice) : ''
    case 'Clients':
      return values.clients.length > 0 ? String(values.clients.length) : ''
    case 'Commission':
      return values.totalCommission ? cents(values.totalCommission) : `${sumOfSplits(values.commission_splits)} %`
    case 'Documents': {
      const required = documents.filter(({ isRequired }) => isRequired)
      return `${required.filter(({ isSubmitted }) => isSubmitted).length} of ${required.length}`
    }
  }
}
