import { count } from '../../../platform/web/text.ts'
import type { Referring } from '../contract.ts'
import classes from './Places.module.css'

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

/** Names of areas and what becomes of them. */
export function AreaNames({ names, said }: { names: readonly string[]; said: string }) {
  if (names.length === 0) return null
  const more = names.length - NAMED
  return (
    <p className={classes.text}>
      {names.slice(0, NAMED).join(', ')}
      {more > 0 && ` and ${count(more)} more`} {said}.
    </p>
  )
}
