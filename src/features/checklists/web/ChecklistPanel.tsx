import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Ring } from '../../../platform/ui/marks/Ring.tsx'
import { Loading } from '../../../platform/ui/pieces.tsx'
import { progressOf } from '../rules.ts'
import classes from './Checklist.module.css'
import { ChecklistRow } from './ChecklistRow.tsx'
import { addItem, checklistsQuery, firstOf, type Place } from './client.ts'

/** What is left to do on a deal. When it cannot be loaded nothing is said of it (specification §4). */
export function ChecklistPanel({ dealId, mayChange }: { dealId: number; mayChange: boolean }) {
  const { data, error } = useQuery(checklistsQuery(dealId))
  const checklist = data ? firstOf(data) : null
  if (!data && !error) return <Loading />
  if (!checklist) return null
  const { done, total } = progressOf(checklist.items)
  const place: Place = { dealId, checklistId: checklist.id }
  return (
    <section aria-label="Checklist">
      <header className={classes.head}>
        <h2>Checklist</h2>
        <span className={classes.sum}>
          <Ring turn={total === 0 ? 0 : done / total} size={18} label={`${done} of ${total} done`} /> {done} of {total}
        </span>
      </header>
      <ul className={classes.items}>
        {checklist.items
          .filter(item => item.parent_id === null)
          .map(item => (
            <li key={item.id}>
              <ChecklistRow place={place} item={item} mayChange={mayChange} />
              <ul className={classes.below}>
                {checklist.items
                  .filter(child => child.parent_id === item.id)
                  .map(child => (
                    <li key={child.id}>
                      <ChecklistRow place={place} item={child} mayChange={mayChange} />
                    </li>
                  ))}
              </ul>
            </li>
          ))}
      </ul>
      {mayChange && <NewItem place={place} />}
    </section>
  )
}

function NewItem({ place }: { place: Place }) {
  const [title, setTitle] = useState('')
  const add = async () => {
    if (title.trim() === '') return
    if (await addItem(place, title.trim(), null)) setTitle('')
  }
  return (
    <form
      className={classes.add}
      onSubmit={event => {
        event.preventDefault()
        void add()
      }}
    >
      <IconPlus size={15} stroke={1.6} aria-hidden />
      <input
        aria-label="Add an item"
        placeholder="Add an item"
        maxLength={200}
        value={title}
        onChange={event => setTitle(event.currentTarget.value)}
      />
    </form>
  )
}
