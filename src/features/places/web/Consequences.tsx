import type { ReactNode } from 'react'
import { sentenceOf } from '../../../platform/web/calls/apiErrors.ts'
import { count } from '../../../platform/web/text.ts'
import type { Referring } from '../contract.ts'
import classes from './Places.module.css'

interface PreviewProps<Found> {
  of: { data: Found | undefined; error: Error | null }
  label: string
  /** Stands there until it is counted. */
  waiting: string
  children(found: Found): ReactNode
}

/** What a change of areas would come to, or why it cannot be made. */
export function Preview<Found extends { problem: string | null }>({
  of: { data, error },
  label,
  waiting,
  children,
}: PreviewProps<Found>) {
  if (error) return <p className={classes.failure}>{sentenceOf(error)}</p>
  if (!data) return <p className={classes.text}>{waiting}</p>
  if (data.problem)
    return (
      <p className={classes.failure} role="alert">
        {data.problem}
      </p>
    )
  return (
    <section className={classes.consequences} aria-label={label}>
      {children(data)}
    </section>
  )
}

/** How much of what refers to an area. */
export function ReferringList({ referring }: { referring: readonly Referring[] }) {
  return (
    <dl>
      {referring.map(({ name, count: many }) => (
        <div key={name}>
          <dt>{name.replace(/^./, character => character.toUpperCase())}</dt>
          <dd>{count(many)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Names that are listed before the rest is counted. */
const NAMED = 5

/** Names of areas and what becomes of them, as it is said of one and of several. */
export function AreaNames({ names, one, several }: { names: readonly string[]; one: string; several: string }) {
  if (names.length === 0) return null
  const more = names.length - NAMED
  return (
    <p className={classes.text}>
      {names.slice(0, NAMED).join(', ')}
      {more > 0 && ` and ${count(more)} more`} {names.length === 1 ? one : several}.
    </p>
  )
}
