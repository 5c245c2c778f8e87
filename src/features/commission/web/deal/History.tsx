import { PanelSection } from '../../../../platform/ui/pieces.tsx'
import { calendarDay } from '../../../../platform/web/time/time.ts'
import type { DealCommission } from '../../contract.ts'
import { exact } from '../../rules/cents.ts'
import { taxWord } from '../../rules/tax.ts'
import classes from './Commission.module.css'

const words = { closing: 'Stated at closing', reopening: 'Taken back', correction: 'Corrected' } as const

/** What was said of the commission of a deal, in order, with the lines of what was taken back. */
export function History({ commission: { statements, lines, taxes } }: { commission: DealCommission }) {
  if (statements.length === 0) return null
  return (
    <PanelSection title="Statements of this deal" count={statements.length}>
      <ol className={classes.history}>
        {statements.map(({ number, kind, at, by, reason }) => {
          const own = lines.filter(({ statement }) => statement === number)
          return (
            <li key={number}>
              <details>
                <summary>
                  <b>{words[kind]}</b> {calendarDay(at.slice(0, 10))}
                  {by && `, ${by}`}
                  {reason && <span className={classes.rule}>{reason}</span>}
                </summary>
                <ul>
                  {own.map(({ id, name, label, amount, tax, corrects }) => (
                    <li key={id}>
                      <span>
                        {id !== null && `#${id} `}
                        {label}, {name}
                        {corrects !== null && <span className={classes.rule}>points to #{corrects}</span>}
                      </span>
                      <span>
                        {exact(amount)}{' '}
                        <span className={classes.rule}>
                          {taxWord(taxes)} {exact(tax)}
                        </span>
                      </span>
                    </li>
                  ))}
                </ul>
              </details>
            </li>
          )
        })}
      </ol>
    </PanelSection>
  )
}
