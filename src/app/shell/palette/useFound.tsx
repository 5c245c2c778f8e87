import { useDebouncedValue } from '@mantine/hooks'
import { type Icon, IconBuilding, IconCheckbox, IconFileDollar } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { leadIdOf } from '../../../features/leads/web/pieces/wording.ts'
import type { Found, FoundLead } from '../../../features/search/contract.ts'
import { found as searchQuery } from '../../../features/search/web/client.ts'
import { paletteGroups } from '../../../features/search/web/extensions.ts'
import { Initials } from '../../../platform/ui/pieces.tsx'
import { recentVisits } from '../../../platform/web/page/recent.ts'
import { initialsOf } from '../../../platform/web/text.ts'
import { useGoTo } from '../drawer/usePages.ts'
import { useSession } from '../session.ts'
import { LeadContact, LeadStatus, Marked } from './FoundLine.tsx'
import { answering, isSameLead, type PaletteItem } from './palette.ts'

const SETTLE_MS = 80

/** Below this many people there is room for those who were opened last. */
const FEW_PEOPLE = 4
const RECENT_BELOW = 3

/** What is found under some letters. */
interface FoundRecords {
  /** People whom features offer, what the person opened last, then whatever the server finds. */
  records: PaletteItem[]
  /** Who was opened last, below few hits. */
  recent: PaletteItem[]
  searching: boolean
}

/** The records that a text finds; people whom features offer and who were opened last while it is empty. */
export function useFound(query: string): FoundRecords {
  const goTo = useGoTo()
  const { user } = useSession()
  const [visits] = useState(() => (user ? recentVisits(user.id) : []))
  const wanted = query.trim()
  const [settled] = useDebouncedValue(wanted, SETTLE_MS)
  const offered = useOffered()
  const { data, isPlaceholderData, isLoading } = useQuery({
    ...searchQuery(settled),
    placeholderData: keepPreviousData,
  })
  const searching = wanted !== '' && (settled !== wanted || isPlaceholderData || isLoading)
  const found = useMemo(() => {
    const line = (group: string, { id, title, detail, path }: Found, icon: Icon | null): PaletteItem => ({
      id: `${group}-${id}`,
      group,
      isPerson: icon === null,
      ofLead: icon === null ? Number(leadIdOf(path)) || null : null,
      label: title,
      hint: <Marked text={detail} query={wanted} />,
      icon: icon ? <SmallIcon icon={icon} /> : <PersonMark name={title} />,
      to: path,
      run: () => goTo(path),
    })
    const leadLine = (lead: FoundLead): PaletteItem => ({
      ...line('People', lead, null),
      hint: <LeadContact lead={lead} query={wanted} />,
      end: <LeadStatus status={lead.status_value} />,
    })
    const groupOf = (label: string) => (wanted === '' ? label : 'People')
    const given = offered.map(({ label, person }) => line(groupOf(label), person, null))
    const recent = visits
      .filter(({ path }) => !given.some(({ to = '' }) => isSameLead(to, path)))
      .map(({ path, title }, at) =>
        line(groupOf('Recent'), { id: `recent-${at}`, title, detail: 'Opened recently', path }, null),
      )
    if (wanted === '') return { records: [...given, ...recent], recent: [] }
    const known = answering([...given, ...recent], wanted)
    const people = (data?.leads ?? []).map(leadLine)
    // A known one stays first, with the details that the server knows.
    const first = known.map(visit => people.find(({ to = '' }) => isSameLead(to, visit.to ?? '')) ?? visit)
    const all = [...first, ...people.filter(({ to = '' }) => !first.some(visit => isSameLead(visit.to ?? '', to)))]
    const below = recent.filter(visit => !all.some(({ to = '' }) => isSameLead(to, visit.to ?? '')))
    const records = [
      ...all,
      ...(data?.tasks ?? []).map(task => line('Tasks', task, IconCheckbox)),
      ...(data?.deals ?? []).map(deal => line('Deals', deal, IconFileDollar)),
      ...(data?.listings ?? []).map(listing => line('Listings', listing, IconBuilding)),
    ]
    const hasRoom = all.length > 0 && all.length < FEW_PEOPLE
    return { records, recent: hasRoom ? below.slice(0, RECENT_BELOW).map(asRecent) : [] }
  }, [data, goTo, wanted, visits, offered])
  return { ...found, searching }
}

/** Not one of those who were found: the footer does not count them. */
const asRecent = (item: PaletteItem): PaletteItem => ({ ...item, group: 'Recent', isPerson: false })

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
