import { type Icon, IconBuilding, IconCheckbox, IconFileDollar } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { Found } from '../../../features/search/contract.ts'
import { found } from '../../../features/search/web/client.ts'
import { paletteGroups } from '../../../features/search/web/extensions.ts'
import { Initials } from '../../../platform/ui/pieces.tsx'
import { recentVisits } from '../../../platform/web/page/recent.ts'
import { initialsOf } from '../../../platform/web/text.ts'
import { useGoTo } from '../drawer/usePages.ts'
import { useSession } from '../session.ts'
import { answering, isSameLead, type PaletteItem } from './palette.ts'

const SETTLE_MS = 80
/** One letter would name half of the brokerage. */
const SHORTEST = 2

/** Records: people whom features offer, what the person opened last, then whatever the server finds under these letters. */
export function useFound(query: string): { records: PaletteItem[]; searching: boolean } {
  const goTo = useGoTo()
  const { user } = useSession()
  const [visits] = useState(() => (user ? recentVisits(user.id) : []))
  const wanted = query.trim()
  const settled = useSettled(wanted)
  const offered = useOffered()
  const { data, isPlaceholderData, isLoading } = useQuery({ ...found(settled), placeholderData: keepPreviousData })
  const searching = wanted.length >= SHORTEST && (settled !== wanted || isPlaceholderData || isLoading)
  const records = useMemo(() => {
    const line = (group: string, { id, title, detail, path }: Found, icon: Icon | null): PaletteItem => ({
      id: `${group}-${id}`,
      group,
      isPerson: icon === null,
      label: title,
      hint: detail,
      icon: icon ? <SmallIcon icon={icon} /> : <PersonMark name={title} />,
      to: path,
      run: () => goTo(path),
    })
    const groupOf = (label: string) => (wanted === '' ? label : 'People')
    const given = offered.map(({ label, person }) => line(groupOf(label), person, null))
    const recent = visits
      .filter(({ path }) => !given.some(({ to = '' }) => isSameLead(to, path)))
      .map(({ path, title }, at) =>
        line(groupOf('Recent'), { id: `recent-${at}`, title, detail: 'Opened recently', path }, null),
      )
    if (wanted === '') return [...given, ...recent]
    const known = answering([...given, ...recent], wanted)
    const people = (data?.leads ?? []).map(lead => line('People', lead, null))
    // A known one stays first, with the details that the server knows.
    const first = known.map(visit => people.find(({ to = '' }) => isSameLead(to, visit.to ?? '')) ?? visit)
    return [
      ...first,
      ...people.filter(({ to = '' }) => !first.some(visit => isSameLead(visit.to ?? '', to))),
      ...(data?.tasks ?? []).map(task => line('Tasks', task, IconCheckbox)),
      ...(data?.deals ?? []).map(deal => line('Deals', deal, IconFileDollar)),
      ...(data?.listings ?? []).map(listing => line('Listings', listing, IconBuilding)),
    ]
  }, [data, goTo, wanted, visits, offered])
  return { records, searching }
}

/** The people of the groups that features give, in the order of these. */
function useOffered(): readonly { label: string; person: Found }[] {
  const groups = paletteGroups.parts().map(({ label, usePeople }) => {
    // biome-ignore lint/correctness/useHookAtTopLevel: the groups are the same in every render, and so are their hooks
    return usePeople().map(person => ({ label, person }))
  })
  return groups.flat()
}

const SmallIcon = ({ icon: Shape }: { icon: Icon }) => <Shape size={16} stroke={1.6} />

function PersonMark({ name }: { name: string }) {
  const [first = '', ...rest] = name.split(' ')
  return <Initials text={initialsOf(first, rest.at(-1) ?? '')} hue="moss" size={20} />
}

/** A text once nobody has typed for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
