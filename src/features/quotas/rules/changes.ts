import type { Ladders, Rung } from '../contract/ladders.ts'
import { conditionText } from './conditions.ts'
import { changeRung, inOrder, linked, placeOf, removeRung } from './ladder.ts'
import { type QuotaType, quotaTypeLabel, quotaTypes } from './quotaTypes.ts'

/** One difference between the ladders of a draft and those in force. */
export interface LadderChange {
  /** Tells changes apart, and stays the same while the same place is changed further. */
  key: string
  /** "Buyer, rung 4", "Buyer, rung 2 to 3". */
  place: string
  /** "10 a week becomes 12". */
  text: string
  /** The ladders of the draft without this change. */
  takeBack(draft: Ladders): Ladders
}

/** Every difference, ladder by ladder, from the lowest rung up. */
export const changesBetween = (before: Ladders, after: Ladders): LadderChange[] =>
  quotaTypes.flatMap(type => changesOfLadder(type, before[type], after[type]))

/** The same as sentences, for a list of versions: "Buyer, rung 4: 10 a week becomes 12". */
export const changeSentences = (before: Ladders, after: Ladders): string[] =>
  changesBetween(before, after).map(({ place, text }) => `${place}: ${text}`)

function changesOfLadder(type: QuotaType, before: readonly Rung[], after: readonly Rung[]): LadderChange[] {
  const name = quotaTypeLabel[type]
  const known = new Map(before.map(rung => [rung.id, rung]))
  const there = new Set(after.map(({ id }) => id))
  const change = (
    key: string,
    place: string,
    text: string,
    undo: (rungs: readonly Rung[]) => Rung[],
  ): LadderChange => ({
    key: `${type}/${key}`,
    place: `${name}${place}`,
    text,
    takeBack: draft => ({ ...draft, [type]: undo(draft[type]) }),
  })
  const added = after
    .filter(({ id }) => !known.has(id))
    .map(({ id, daily, weekly }) =>
      change(`${id}/added`, `, rung ${placeOf(after, id)}`, `added, ${daily} a day and ${weekly} a week`, rungs =>
        removeRung(rungs, id),
      ),
    )
  const removed = before
    .filter(({ id }) => !there.has(id))
    .map(rung =>
      change(`${rung.id}/removed`, `, rung ${placeOf(before, rung.id)}`, 'removed', rungs =>
        putBack(rungs, rung, before),
      ),
    )
  const fields = inOrder(after).flatMap(rung => {
    const old = known.get(rung.id)
    return old ? changesOfRung(rung, old, { rungs: after, change }) : []
  })
  const order = changedOrder(before, after)
  return [
    ...(order ? [change('order', '', order, rungs => inOrderOf(rungs, before))] : []),
    ...fields,
    ...added,
    ...removed,
  ]
}

type MakeChange = (key: string, place: string, text: string, undo: (rungs: readonly Rung[]) => Rung[]) => LadderChange

function changesOfRung(
  rung: Rung,
  old: Rung,
  { rungs, change }: { rungs: readonly Rung[]; change: MakeChange },
): LadderChange[] {
  const { id } = rung
  const place = placeOf(rungs, id) ?? 0
  const limits = (
    [
      ['daily', 'day'],
      ['weekly', 'week'],
    ] as const
  ).flatMap(([field, unit]) =>
    rung[field] === old[field]
      ? []
      : change(`${id}/${field}`, `, rung ${place}`, `${old[field]} a ${unit} becomes ${rung[field]}`, all =>
          changeRung(all, id, { [field]: old[field] }),
        ),
  )
  const [before, after] = [conditionsText(old), conditionsText(rung)]
  if (before === after) return limits
  const step = rung.next === null ? `, rung ${place}` : `, rung ${place} to ${placeOf(rungs, rung.next) ?? place + 1}`
  const undo = (all: readonly Rung[]) => changeRung(all, id, { next_conditions: old.next_conditions })
  return [...limits, change(`${id}/conditions`, step, shortened(old, rung), undo)]
}

const conditionsText = ({ next_conditions }: Rung): string =>
  next_conditions.map(conditionText).join(' and ') || 'no condition'

/** Only what differs of several conditions: those that both have are left out. */
function shortened(old: Rung, rung: Rung): string {
  const [before, after] = [old.next_conditions.map(conditionText), rung.next_conditions.map(conditionText)]
  const gone = before.filter(text => !after.includes(text)).join(' and ')
  const come = after.filter(text => !before.includes(text)).join(' and ')
  if (gone === '') return `also ${come}`
  if (come === '') return `no longer ${gone}`
  return `${gone} becomes ${come}`
}

/** How rungs that are on both ladders changed places; `null` when they did not. */
function changedOrder(before: readonly Rung[], after: readonly Rung[]): string | null {
  const common = (rungs: readonly Rung[], others: readonly Rung[]) =>
    inOrder(rungs)
      .map(({ id }) => id)
      .filter(id => others.some(other => other.id === id))
  const [old, now] = [common(before, after), common(after, before)]
  if (old.every((id, index) => id === now[index]) && isRow(after) === isRow(before)) return null
  return `rungs in the order ${now.map(id => placeOf(before, id)).join(', ')}`
}

/** Whether each rung leads to the next one and back. */
const isRow = (rungs: readonly Rung[]): boolean => {
  const row = linked(inOrder(rungs))
  return row.every(({ id, next, previous }) => {
    const rung = rungs.find(one => one.id === id)
    return rung?.next === next && rung.previous === previous
  })
}

/** The rungs in the order of another ladder; those that it does not have stay above the one that they follow. */
function inOrderOf(rungs: readonly Rung[], model: readonly Rung[]): Rung[] {
  const order = inOrder(rungs)
  const wanted = inOrder(model).flatMap(({ id }) => order.find(rung => rung.id === id) ?? [])
  const others = order.filter(rung => !wanted.includes(rung))
  return linked(
    others.reduce((row, rung) => {
      const below = order[order.indexOf(rung) - 1]
      return row.toSpliced(below ? row.indexOf(below) + 1 : 0, 0, rung)
    }, wanted),
  )
}

/** Puts a removed rung back above the one that it stood above. */
function putBack(rungs: readonly Rung[], rung: Rung, before: readonly Rung[]): Rung[] {
  const old = inOrder(before)
  const order = inOrder(rungs)
  const lower = old
    .slice(
      0,
      old.findIndex(({ id }) => id === rung.id),
    )
    .map(({ id }) => id)
  const below = order.findLastIndex(({ id }) => lower.includes(id))
  return linked(order.toSpliced(below + 1, 0, rung))
}
