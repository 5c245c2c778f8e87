import { NumberInput } from '@mantine/core'
import { useState } from 'react'
import { rateOfPercent } from '../../../deals/rules/commission.ts'
import type { AgentAccount } from '../../contract.ts'
import { sumOf, taxOf } from '../../rules/lines.ts'
import { centsText, type PlanTerms } from '../../rules/plan.ts'
import { type TaxRate, taxWord } from '../../rules/tax.ts'
import { type ExampleYear, exampleOf } from './example.ts'
import classes from './Plans.module.css'

interface PlanExampleProps {
  terms: PlanTerms
  /** What counts for the agent's year. */
  year: ExampleYear
  taxes: AgentAccount['taxes']
}

/** What a deal would come to by the terms as they are typed, in the year as it is. */
export function PlanExample({ terms, year, taxes }: PlanExampleProps) {
  const [commission, setCommission] = useState<number | string>(25_000)
  const [before, setBefore] = useState<number | string>(year.house + year.opening.house)
  const closed = (Number(before) || 0) - year.opening.house
  const example = exampleOf(terms, {
    commission: Number(commission) || 0,
    year: { ...year, house: closed },
    taxes: taxes.map(({ name, rate }) => ({ name: name as TaxRate['name'], rate: rateOfPercent(rate) })),
  })
  const word = taxWord(taxes)
  const money = { prefix: '$', thousandSeparator: ',', decimalScale: 2, min: 0, max: 10_000_000 }
  return (
    <aside className={classes.example} aria-label="Example">
      <h3>Example</h3>
      <NumberInput label="Commission of the side" {...money} value={commission} onChange={setCommission} />
      <NumberInput
        label="Brokerage’s part so far this year"
        description="As it is now; try others."
        {...money}
        value={before}
        onChange={setBefore}
      />
      {!example && <p className={classes.none}>The terms do not hold together yet.</p>}
      {example && (
        <>
          {example.sentence && <p className={classes.sentence}>{example.sentence}</p>}
          <ul className={classes.rows}>
            {example.lines.map((line, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines of an example have no identity but their place
              <li key={at} data-above-cap={line.is_above_cap || undefined}>
                <span>
                  {line.label}
                  <small>{line.name}</small>
                </span>
                <span>
                  {centsText(line.amount)}{' '}
                  <small>
                    {word} {centsText(line.tax)}
                  </small>
                </span>
              </li>
            ))}
          </ul>
          <p className={classes.total} role="status">
            <span>Agent</span>
            <b>
              {centsText(sumOf(example.lines.filter(({ party }) => party === 'agent')))}
              <small> of {centsText(sumOf(example.lines))}</small>
            </b>
          </p>
          <p className={classes.none}>
            With {word} of {centsText(taxOf(example.lines))}. It adds up to the cent.
          </p>
        </>
      )}
    </aside>
  )
}
