import { type Icon, IconPhoneCheck, IconPhoneOff, IconPhoneX, IconRecordMail } from '@tabler/icons-react'
import { type CallOutcome, callOutcomes, outcomeLabels } from '../../../features/calling/rules.ts'
import classes from './CallCard.module.css'

const icons: Readonly<Record<CallOutcome, Icon>> = {
  connected: IconPhoneCheck,
  voicemail: IconRecordMail,
  'no answer': IconPhoneX,
  'wrong number': IconPhoneOff,
}

interface OutcomesProps {
  outcome: CallOutcome | null
  /** Whether the keys choose an outcome now. */
  showsKeys: boolean
  /** Whether the first one has the focus when a dialog opens. */
  isFirst?: boolean
  onChoose(outcome: CallOutcome): void
}

/** How a call went, each outcome with the number that is its key. */
export const Outcomes = ({ outcome, showsKeys, isFirst = false, onChoose }: OutcomesProps) =>
  callOutcomes.map((each, index) => {
    const Icon = icons[each]
    return (
      <button
        key={each}
        type="button"
        className={classes.outcome}
        aria-pressed={outcome === each}
        data-autofocus={(isFirst && index === 0) || undefined}
        onClick={() => onChoose(each)}
      >
        <Icon size={18} stroke={1.6} aria-hidden />
        {showsKeys && <kbd aria-hidden>{index + 1}</kbd>}
        <span>{outcomeLabels[each]}</span>
      </button>
    )
  })
