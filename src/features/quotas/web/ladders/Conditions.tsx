import { Button, Menu } from '@mantine/core'
import { IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { Fragment } from 'react'
import type { Condition } from '../../contract/ladders.ts'
import { criterionLabel, figureText, periodText, thresholdOf, withThreshold } from '../../rules/conditions.ts'
import { type Comparison, type Criterion, comparisons, criteria } from '../../rules/criteria.ts'
import { byHand } from '../../rules/ladder.ts'
import { NumberWord } from './NumberWord.tsx'
import { PeriodWord } from './PeriodWord.tsx'
import classes from './QuotaRules.module.css'

interface ConditionsProps {
  conditions: readonly Condition[]
  /** Above the top rung they say what it takes to stay there. */
  isTop: boolean
  onChange(conditions: Condition[]): void
}

/** What it takes to climb, in words; each word that can be changed opens its own small menu. */
export function Conditions({ conditions, isTop, onChange }: ConditionsProps) {
  const add = () => onChange([...conditions, conditions.length === 0 ? usual.conversion : usual.response_time])
  return (
    <div className={classes.conditions}>
      <IconArrowUp className={classes.up} size={14} stroke={1.6} aria-hidden="true" />
      {conditions.map((condition, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a condition is its place among those of its rung
        <p key={index}>
          <span>{index > 0 ? 'and' : isTop ? 'stays while' : 'when'}</span>{' '}
          <ConditionText
            condition={condition}
            onChange={changed => onChange(conditions.with(index, changed))}
            onRemove={() => onChange(conditions.toSpliced(index, 1))}
          />
        </p>
      ))}
      <Button
        className={classes.and}
        size="xs"
        variant="subtle"
        leftSection={<IconPlus size={12} stroke={1.6} />}
        aria-label="Add a condition"
        onClick={add}
      >
        {conditions.length === 0 ? 'Condition' : 'and'}
      </Button>
    </div>
  )
}

/** What a criterion begins with when it is chosen. */
const usual: Readonly<Record<Criterion, Condition>> = {
  conversion: {
    ...byHand,
    criteria: 'conversion',
    comparisonType: 'greater',
    conversion: 2,
    duration: { type: 'month', count: 3 },
  },
  rentals: {
    ...byHand,
    criteria: 'rentals',
    comparisonType: 'greater',
    rentalCount: 2,
    duration: { type: 'month', count: 1 },
  },
  response_time: {
    ...byHand,
    criteria: 'response_time',
    comparisonType: 'less',
    conversion: 10,
    duration: { type: 'month', count: 1 },
  },
  manual: byHand,
}

interface ConditionTextProps {
  condition: Condition
  onChange(condition: Condition): void
  onRemove(): void
}

function ConditionText({ condition, onChange, onRemove }: ConditionTextProps) {
  const { criteria: criterion, duration } = condition
  const word = (
    <Menu>
      <Menu.Target>
        <button type="button" className={classes.word} aria-label={`Criterion: ${criterionLabel[criterion]}`}>
          {criterionLabel[criterion]}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {criteria.map(one => (
          <Menu.Item key={one} onClick={() => one !== criterion && onChange(usual[one])}>
            {criterionLabel[one]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item color="red" leftSection={<IconTrash size={15} stroke={1.6} />} onClick={onRemove}>
          Remove condition
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
  if (criterion === 'manual') return <>{word}: an administrator lifts the agent</>
  return (
    <>
      {word} {criterion === 'rentals' ? 'closed are' : 'is'}{' '}
      <ComparisonWord condition={condition} onChange={onChange} /> <Figures condition={condition} onChange={onChange} />{' '}
      {criterion === 'rentals' ? 'in' : 'over'}{' '}
      {duration && (
        <PeriodWord
          period={duration}
          label={periodText(duration)}
          onChange={changed => onChange({ ...condition, duration: changed })}
        />
      )}
    </>
  )
}

type WordProps = Omit<ConditionTextProps, 'onRemove'>

const comparisonLabel: Readonly<Record<Comparison, string>> = {
  greater: 'greater than',
  less: 'less than',
  between: 'between',
}

function ComparisonWord({ condition, onChange }: WordProps) {
  const current = condition.comparisonType ?? 'greater'
  return (
    <Menu>
      <Menu.Target>
        <button
          type="button"
          className={classes.word}
          data-quiet
          aria-label={`Comparison: ${comparisonLabel[current]}`}
        >
          {comparisonLabel[current]}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {comparisons.map(one => (
          <Menu.Item key={one} onClick={() => one !== current && onChange(compared(condition, one))}>
            {comparisonLabel[one]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** The condition compared in another way; its value becomes the lower bound of two, and back. */
function compared(condition: Condition, comparisonType: Comparison): Condition {
  if (comparisonType === 'between') {
    const low = thresholdOf(condition) ?? 0
    return {
      ...condition,
      comparisonType,
      rentalCount: null,
      conversion: null,
      conversion0: low,
      conversion1: low * 2 || 1,
    }
  }
  const value = condition.comparisonType === 'between' ? (condition.conversion0 ?? 0) : (thresholdOf(condition) ?? 0)
  return withThreshold(
    { ...condition, comparisonType, conversion0: null, conversion1: null },
    Math.round(value * 10) / 10,
  )
}

function Figures({ condition, onChange }: WordProps) {
  const { criteria: criterion, comparisonType, conversion0, conversion1 } = condition
  const number = (
    value: number,
    label: string,
    change: (value: number) => Condition,
    more: { min?: number; max?: number } = {},
  ) => (
    <NumberWord
      value={value}
      text={figureText(criterion, value)}
      label={label}
      isWhole={criterion === 'rentals'}
      {...more}
      onChange={next => onChange(change(next))}
    />
  )
  if (comparisonType !== 'between')
    return number(thresholdOf(condition) ?? 0, 'Value', value => withThreshold(condition, value))
  const [low, high] = [conversion0 ?? 0, conversion1 ?? 0]
  const step = criterion === 'rentals' ? 1 : 0.1
  return (
    <Fragment>
      {number(low, 'Lowest', value => ({ ...condition, conversion0: value }), { max: high - step })} and{' '}
      {number(high, 'Highest', value => ({ ...condition, conversion1: value }), { min: low + step })}
    </Fragment>
  )
}
