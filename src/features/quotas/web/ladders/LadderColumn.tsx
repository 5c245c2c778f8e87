import { Button } from '@mantine/core'
import { IconArrowDown, IconCircleCheck, IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Rung, RungAgents } from '../../contract/ladders.ts'
import { addRung, changeRung, climbOf, moveRung, removeRung } from '../../rules/ladder.ts'
import { type QuotaType, quotaTypeLabel } from '../../rules/quotaTypes.ts'
import { type Warning, warningsOf } from '../../rules/warnings.ts'
import { Conditions } from './Conditions.tsx'
import classes from './QuotaRules.module.css'
import { RungCard } from './RungCard.tsx'
import { WarningNote } from './WarningNote.tsx'

interface LadderColumnProps {
  type: QuotaType
  rungs: readonly Rung[]
  counts: readonly RungAgents[]
  onChange(rungs: Rung[]): void
  children: ReactNode
}

const none: RungAgents = { rule_id: 0, agents: 0, with_draft: 0, beyond: 0 }

/** One ladder, its top rung first, with what it takes to climb between the rungs. */
export function LadderColumn({ type, rungs, counts, onChange, children }: LadderColumnProps) {
  const countOf = (id: number) => counts.find(({ rule_id }) => rule_id === id) ?? { ...none, rule_id: id }
  const warnings = warningsOf(rungs, id => countOf(id).beyond)
  const { chain, stray } = climbOf(rungs)
  const partProps = { rungs, warnings, countOf, onChange, type }
  const name = quotaTypeLabel[type]
  return (
    <section className={classes.column} aria-label={`${name} ladder`}>
      <header className={classes.columnHead}>
        <h2>{name}</h2>
        <span>{rungs.length === 1 ? '1 rung' : `${rungs.length} rungs`}</span>
        <Button
          size="xs"
          variant="subtle"
          leftSection={<IconPlus size={13} stroke={1.6} />}
          aria-label={`Add a rung to the ${name.toLowerCase()} ladder`}
          onClick={() => onChange(addRung(rungs))}
        >
          Rung
        </Button>
      </header>
      <ol className={classes.rungs} aria-label={`Rungs of the ${name.toLowerCase()} ladder, the highest first`}>
        {chain.toReversed().map(rung => (
          <LadderRung
            key={rung.id}
            rung={rung}
            place={chain.indexOf(rung) + 1}
            isTop={rung === chain.at(-1)}
            {...partProps}
          />
        ))}
      </ol>
      {stray.length > 0 && (
        <ol className={classes.rungs} aria-label="Rungs that are not on the ladder">
          {stray.map(rung => (
            <LadderRung key={rung.id} rung={rung} place={null} isTop {...partProps} />
          ))}
        </ol>
      )}
      {rungs.length === 0 ? (
        <p className={classes.foot}>Without a rung, {name.toLowerCase()} leads are offered without a limit.</p>
      ) : (
        <Foot isSound={warnings.length === 0} />
      )}
      {children}
    </section>
  )
}

function Foot({ isSound }: { isSound: boolean }) {
  return (
    <>
      <p className={classes.foot}>
        <IconArrowDown size={14} stroke={1.6} aria-hidden="true" /> A full period without the condition steps back one
        rung.
      </p>
      {isSound && (
        <p className={classes.foot} data-sound>
          <IconCircleCheck size={15} stroke={1.6} aria-hidden="true" /> No gap, no circle, every rung can be reached.
        </p>
      )}
    </>
  )
}

interface LadderRungProps {
  type: QuotaType
  rung: Rung
  place: number | null
  isTop: boolean
  rungs: readonly Rung[]
  warnings: readonly Warning[]
  countOf(id: number): RungAgents
  onChange(rungs: Rung[]): void
}

/** A rung, and above it the way to the next one. */
function LadderRung({ type, rung, place, isTop, rungs, warnings, countOf, onChange }: LadderRungProps) {
  const own = warnings.filter(({ rung_id }) => rung_id === rung.id)
  const ofStep = own.filter(({ kind, sentence }) => kind === 'gap' || kind === 'open' || sentence.startsWith('Rung '))
  const mend = (warning: Warning) => warning.action && onChange(warning.action.mend(rungs))
  return (
    <li className={classes.step}>
      {(!isTop || rung.next_conditions.length > 0) && (
        <div className={classes.way}>
          <Conditions
            conditions={rung.next_conditions}
            isTop={isTop}
            onChange={next_conditions => onChange(changeRung(rungs, rung.id, { next_conditions }))}
          />
          {ofStep.map(warning => (
            <WarningNote key={warning.sentence} warning={warning} onMend={() => mend(warning)} />
          ))}
        </div>
      )}
      <RungCard
        type={type}
        rung={rung}
        place={place}
        of={rungs.length}
        counts={countOf(rung.id)}
        onLimits={limits => onChange(changeRung(rungs, rung.id, limits))}
        onMove={by => onChange(moveRung(rungs, rung.id, by))}
        onRemove={() => onChange(removeRung(rungs, rung.id))}
      />
      {own
        .filter(warning => !ofStep.includes(warning))
        .map(warning => (
          <WarningNote key={warning.sentence} warning={warning} onMend={() => mend(warning)} />
        ))}
    </li>
  )
}
