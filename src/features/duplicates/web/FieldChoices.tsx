import { IconArrowsExchange } from '@tabler/icons-react'
import { useNow } from '../../../platform/web/time/now.ts'
import { shortDay } from '../../../platform/web/time/time.ts'
import { leadPath } from '../../leads/rules.ts'
import { usePhoneText } from '../../leads/web/client/phones.ts'
import type { ComparedField, Comparison, DuplicateSide, MergeChoice } from '../contract.ts'
import classes from './MergeDialog.module.css'
import { sideName } from './rules/text.ts'

interface FieldChoicesProps {
  comparison: Comparison
  choices: Record<string, MergeChoice>
  onChoose(field: string, choice: MergeChoice): void
  onTurn(): void
}

/** The two leads as columns, and a row for each field in which they differ. */
export function FieldChoices({ comparison, choices, onChoose, onTurn }: FieldChoicesProps) {
  const { lead, other, fields } = comparison
  return (
    <>
      <header className={classes.heads}>
        <Head side={lead} label="Keep" />
        <button type="button" className={classes.turn} aria-label="Swap: keep the other lead" onClick={onTurn}>
          <IconArrowsExchange size={16} stroke={1.6} aria-hidden />
          <span>Swap</span>
        </button>
        <Head side={other} label="Merge in" />
      </header>
      <div className={classes.fields}>
        {fields.length === 0 && <p className={classes.quiet}>Nothing to choose: their details are the same.</p>}
        {fields.map(field => (
          <Field
            key={field.field}
            field={field}
            choice={choices[field.field] ?? field.suggested}
            onChoose={choice => onChoose(field.field, choice)}
          />
        ))}
      </div>
    </>
  )
}

function Head({ side, label }: { side: DuplicateSide; label: string }) {
  const now = useNow(60_000)
  return (
    <div className={classes.head}>
      <span className={classes.role}>{label}</span>
      <a className={classes.name} href={leadPath(side)} target="_blank" rel="noreferrer" dir="auto">
        {sideName(side)}
      </a>
      <span className={classes.quiet}>
        Since {shortDay(side.created_at, now)}, last active {shortDay(side.last_active_at, now)}
      </span>
    </div>
  )
}

const PhoneText = ({ number }: { number: string }) => usePhoneText(number || null) || 'None'

interface FieldProps {
  field: ComparedField
  choice: MergeChoice
  onChoose(choice: MergeChoice): void
}

function Field({ field, choice, onChoose }: FieldProps) {
  const options: { choice: MergeChoice; text: string }[] = [
    { choice: 'this', text: field.this },
    { choice: 'other', text: field.other },
    ...(field.is_list ? [{ choice: 'both' as const, text: 'Both' }] : []),
  ]
  return (
    <fieldset className={classes.field}>
      <legend className={classes.label}>{field.label}</legend>
      {options.map(option => (
        <label key={option.choice} className={classes.option} data-choice={option.choice}>
          <input
            type="radio"
            name={`merge-${field.field}`}
            checked={choice === option.choice}
            onChange={() => onChoose(option.choice)}
          />
          <span className={option.text === '' ? classes.quiet : classes.value} dir="auto">
            {field.field.startsWith('phone') ? <PhoneText number={option.text} /> : option.text || 'None'}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
