import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { sentenceOf } from '../../../../platform/web/calls/apiErrors.ts'
import { notifyFailure } from '../../../../platform/web/page/notices.ts'
import { count } from '../../../../platform/web/text.ts'
import { shortDay } from '../../../../platform/web/time/time.ts'
import type { LeadRow } from '../../contract/record.ts'
import { statusLabel } from '../../rules.ts'
import { fetchPage, type LeadListQuery } from '../client/leads.ts'
import { nationalNumber, type PhoneLibrary, phoneLibrary } from '../client/phones.ts'
import { useViewer } from '../client/useViewer.ts'
import { useFilterTexts } from '../filters/useFilterOptions.ts'
import { listQueryOf } from '../list/openTab.ts'
import type { LeadsScreen } from '../list/useLeadsScreen.ts'
import { type FilterField, filterFields } from '../rules/filters.ts'
import { contactOf } from '../rules/reach.ts'
import { areasOf, areasShown, contactedText, leadName, priceText } from '../rules/wording.ts'
import classes from './PrintList.module.css'

/** Beyond this nobody reads paper. */
const MAX_PRINTED = 1000
const PER_PAGE = 200

interface Printed {
  rows: LeadRow[]
  total: number
  phones: PhoneLibrary
}

interface PrintListProps {
  title: string
  screen: LeadsScreen
  onDone(): void
}

/** The list on paper: all its rows and not only those in view, or the chosen ones, with what it was narrowed to. */
export function PrintList({ title, screen, onDone }: PrintListProps) {
  const [printed, setPrinted] = useState<Printed | null>(null)
  const done = useRef(onDone)
  done.current = onDone
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is printed is what was shown when it was asked for
  useEffect(() => {
    const { selection } = screen
    const isWanted = (row: LeadRow) => selection.size() === 0 || selection.has(row.id)
    Promise.all([allRows(listQueryOf(screen, 1)), phoneLibrary()]).then(
      ([{ rows, total }, phones]) => {
        const wanted = rows.filter(isWanted)
        setPrinted({ rows: wanted, total: selection.size() === 0 ? total : selection.size(), phones })
      },
      error => {
        notifyFailure(sentenceOf(error))
        done.current()
      },
    )
  }, [])
  useEffect(() => {
    if (!printed) return
    const finish = () => done.current()
    addEventListener('afterprint', finish)
    window.print()
    return () => removeEventListener('afterprint', finish)
  }, [printed])
  return printed && createPortal(<Sheet title={title} screen={screen} {...printed} />, document.body)
}

async function allRows(query: LeadListQuery): Promise<{ rows: LeadRow[]; total: number }> {
  const rows: LeadRow[] = []
  let page = await fetchPage({ ...query, perPage: PER_PAGE }, { page: 1 })
  rows.push(...page.data)
  while (page.next_cursor !== null && rows.length < MAX_PRINTED) {
    page = await fetchPage({ ...query, perPage: PER_PAGE }, { page: page.place + 1, cursor: page.next_cursor })
    rows.push(...page.data)
  }
  return { rows, total: page.total }
}

function Sheet({ title, screen, rows, total, phones }: Printed & Pick<PrintListProps, 'title' | 'screen'>) {
  const { zone } = useViewer()
  const now = new Date()
  const { filters, search } = screen.state
  return (
    <section className={classes.sheet} aria-label="Printed list">
      <h1>{title}</h1>
      <p>
        {rows.length < total ? `The first ${count(rows.length)} of ${count(total)} leads` : `${count(total)} leads`}
        {` · ${shortDay(now.toISOString(), new Date(0), zone)}`}
        {search && !title.includes(search) && ` · “${search}”`}
        {filterFields.map(
          field => filters[field.key] && <FilterText key={field.key} field={field} text={filters[field.key]} />,
        )}
      </p>
      <table>
        <thead>
          <tr>
            {['Name', 'Status', 'Score', 'Type', 'Price', 'Location', 'Phone', 'E-mail', 'Contacted', 'Agent'].map(
              head => (
                <th key={head} scope="col">
                  {head}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(lead => {
            const { names, more } = areasShown(areasOf(lead))
            const { phone, email } = contactOf(lead)
            return (
              <tr key={lead.id}>
                <td dir="auto">{leadName(lead)}</td>
                <td>{statusLabel(lead.status_value)}</td>
                <td>{lead.lead_score.toFixed(1)}</td>
                <td>{lead.roles_string}</td>
                <td>{priceText(lead)}</td>
                <td>
                  {names || lead.primary_area}
                  {more > 0 && ` +${more}`}
                </td>
                <td>{phone && nationalNumber(phone, phones)}</td>
                <td>{email}</td>
                <td>{contactedText(lead.last_contacted_at, now, zone)}</td>
                <td>{lead.agent?.name}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

function FilterText({ field, text }: { field: FilterField; text: string | undefined }) {
  return ` · ${field.label}: ${useFilterTexts(field, text)}`
}
