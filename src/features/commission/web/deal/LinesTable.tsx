import { SegmentedControl } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheckFilled, IconPencil } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Badge } from '../../../../platform/ui/pieces.tsx'
import segments from '../../../../platform/ui/Segments.module.css'
import { useIsWide } from '../../../../platform/web/viewport.ts'
import type { CommissionLine, DealCommission } from '../../contract.ts'
import { exact, inCents, percent } from '../../rules/cents.ts'
import classes from './Commission.module.css'
import { type LineRow, type Party, rowsOf, sumsOf, taxSumsOf, totalOf } from './rows.ts'

interface TableProps {
  commission: DealCommission
  lines: readonly CommissionLine[]
  parties: readonly Party[]
  onCorrect: ((line: CommissionLine) => void) | null
}

const text = (cents: number | null | undefined) => (cents === null || cents === undefined ? '' : exact(cents / 100))

/** The parts of a commission with their rules, and that they add up. */
export function LinesTable({ commission, lines, parties, onCorrect }: TableProps) {
  const { gross, tax, taxes, is_whole } = commission
  const split = lines.filter(({ kind }) => kind !== 'fee' && kind !== 'tax')
  const fees = lines.filter(({ kind }) => kind === 'fee')
  const left = lines.filter(({ kind }) => kind === 'tax')
  const paid = sumsOf(lines, 'both')
  const isWide = useIsWide()
  const [chosen, choose] = useState('whole')
  const shown = isWide ? parties : parties.filter(({ key }) => key === chosen)
  const columns = shown.length + 4
  const isEqual = totalOf(paid) === inCents(gross) + inCents(tax)
  return (
    <div className={classes.scroll}>
      {!isWide && (
        <SegmentedControl
          className={`${segments.control} ${classes.choice}`}
          fullWidth
          aria-label="Whose part"
          value={chosen}
          onChange={choose}
          data={[
            { value: 'whole', label: 'Whole' },
            ...parties.map(({ key, name }) => ({ value: key, label: name.split(' ')[0] ?? name })),
          ]}
        />
      )}
      <table className={classes.table} data-shows={isWide ? undefined : chosen === 'whole' ? 'whole' : 'party'}>
        <thead>
          <tr>
            <th scope="col">Line and its rule</th>
            {['Of', 'Rate', 'Amount', ...shown.map(({ name }) => name)].map(name => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Section title="Income" columns={columns} />
          <Row label="Commission" rule="Agreed on the deal" total={inCents(gross)} parties={shown} />
          {taxes.map(({ name, rate, amount }) => (
            <Row
              key={name}
              label={`${name} on commission`}
              rule="The rate of the closing day"
              base={inCents(gross)}
              rates={percent(rate)}
              total={inCents(amount)}
              parties={shown}
            />
          ))}
          <Sum label="Receivable" total={inCents(gross) + inCents(tax)} parties={shown} />
          <Section title="Split" columns={columns} />
          {rowsOf(split).map(row => (
            <RuleRow key={row.key} row={row} parties={shown} onCorrect={onCorrect} />
          ))}
          <Sum
            label={is_whole ? 'Net commission' : 'Your side'}
            total={totalOf(sumsOf(split, 'amount'))}
            sums={sumsOf(split, 'amount')}
            parties={shown}
          />
          <Section title="Tax and fees" columns={columns} />
          {taxes.map(({ name }) => (
            <Row
              key={name}
              label={`${name} to each share`}
              rule="On the lines of sides that charge it"
              total={totalOf(taxSumsOf(split, name))}
              cells={taxSumsOf(split, name)}
              parties={shown}
            />
          ))}
          {rowsOf(fees).map(row => (
            <RuleRow key={row.key} row={row} parties={shown} onCorrect={onCorrect} />
          ))}
          {fees.length > 0 &&
            taxes.map(({ name }) => (
              <Row
                key={name}
                label={`${name} on fees`}
                rule="The brokerage charges it"
                cells={taxSumsOf(fees, name)}
                parties={shown}
              />
            ))}
          {left.map(line => (
            <Row
              key={`${line.statement} ${line.label}`}
              label={line.label}
              rule={line.rule}
              total={inCents(line.tax)}
              cells={sumsOf([line], 'tax')}
              parties={shown}
            />
          ))}
        </tbody>
        <tfoot>
          <tr className={classes.paid}>
            <th scope="row">
              Paid out{' '}
              {is_whole && <Check isEqual={isEqual} difference={totalOf(paid) - inCents(gross) - inCents(tax)} />}
            </th>
            <td />
            <td />
            <td>{text(totalOf(paid))}</td>
            {shown.map(({ key }) => (
              <td key={key}>{text(paid[key] ?? 0)}</td>
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

function Check({ isEqual, difference }: { isEqual: boolean; difference: number }) {
  return isEqual ? (
    <span className={classes.equal}>
      <IconCircleCheckFilled size={15} aria-hidden /> matches the receivable to the cent
    </span>
  ) : (
    <span className={classes.unequal}>
      <IconAlertTriangle size={15} stroke={1.6} aria-hidden /> {text(difference)} off the receivable
    </span>
  )
}

function Section({ title, columns }: { title: string; columns: number }) {
  return (
    <tr className={classes.section}>
      <th scope="rowgroup" colSpan={columns}>
        {title}
      </th>
    </tr>
  )
}

interface RowProps {
  label: ReactNode
  rule: ReactNode
  base?: number | null
  rates?: string
  total?: number | null
  cells?: Readonly<Record<string, number>>
  parties: readonly Party[]
  isAboveCap?: boolean
}

function Row({ label, rule, base, rates, total, cells = {}, parties, isAboveCap }: RowProps) {
  return (
    <tr data-above-cap={isAboveCap || undefined}>
      <th scope="row">
        <span className={classes.label}>{label}</span>
        <span className={classes.rule}>{rule}</span>
      </th>
      <td className={classes.quiet}>{text(base)}</td>
      <td className={classes.quiet}>{rates}</td>
      <td>{text(total)}</td>
      {parties.map(({ key }) => (
        <td key={key}>{cells[key] === undefined || cells[key] === 0 ? '' : text(cells[key])}</td>
      ))}
    </tr>
  )
}

interface RuleRowProps {
  row: LineRow
  parties: readonly Party[]
  onCorrect: TableProps['onCorrect']
}

function RuleRow({ row, parties, onCorrect }: RuleRowProps) {
  const { line } = row
  return (
    <Row
      {...row}
      parties={parties}
      label={
        <>
          {row.label} {row.isCrossing && <Badge hue="amber">Crosses the cap</Badge>}
          {row.isCorrection && <Badge>Correction</Badge>}
          {onCorrect && line?.id && (
            <button type="button" className={classes.correct} onClick={() => onCorrect(line)}>
              <IconPencil size={13} stroke={1.6} aria-hidden /> Correct
              <span className="visually-hidden"> {row.label}</span>
            </button>
          )}
        </>
      }
    />
  )
}

interface SumProps {
  label: string
  total: number
  sums?: Readonly<Record<string, number>>
  parties: readonly Party[]
}

function Sum({ label, total, sums = {}, parties }: SumProps) {
  return (
    <tr className={classes.sum}>
      <th scope="row">{label}</th>
      <td />
      <td />
      <td>{text(total)}</td>
      {parties.map(({ key }) => (
        <td key={key}>{text(sums[key])}</td>
      ))}
    </tr>
  )
}
