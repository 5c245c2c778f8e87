import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { leadCalls } from '../../features/leads/contract.ts'
import { usePhoneText } from '../../features/leads/web/client/phones.ts'
import { leadPath } from '../../features/leads/web/rules/address.ts'
import { LeadStatus } from '../../platform/ui/Dial.tsx'
import { Initials } from '../../platform/ui/pieces.tsx'
import { call } from '../../platform/web/call.ts'
import { initialsOf } from '../../platform/web/text.ts'
import type { PaletteItem } from './palette.ts'
import { useSession } from './session.ts'
import { useGoTo } from './usePages.ts'

/** Fewer letters would name half of the brokerage. */
const SHORTEST = 2
const PEOPLE = 5
const SETTLE_MS = 80

/** People whose name, e-mail or phone answers the query. */
export function usePeople(query: string): PaletteItem[] {
  const { permissions } = useSession()
  const goTo = useGoTo()
  const search = useSettled(query.trim())
  const list = permissions.includes('view_all_leads') ? 'all' : 'agentsearch'
  const { data } = useQuery({
    queryKey: ['leads', 'palette', list, search],
    queryFn: ({ signal }) => call(leadCalls.list, { list, search, perPage: PEOPLE }, { signal }),
    enabled: search.length >= SHORTEST && permissions.includes('view_leads'),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
  return useMemo(() => {
    if (search.length < SHORTEST) return []
    return (data?.data ?? []).map(lead => {
      const to = leadPath(lead)
      return {
        id: `lead-${lead.id}`,
        group: 'People',
        label: lead.name,
        hint: <PhoneAndPlaces phone={lead.phone} places={lead.primary_areas} />,
        icon: <Initials text={initialsOf(lead.first_name, lead.last_name)} hue="moss" size={20} />,
        end: <LeadStatus status={lead.status_value} />,
        to,
        run: () => goTo(to),
      }
    })
  }, [data, goTo, search])
}

function PhoneAndPlaces({ phone, places }: { phone: string | null; places: readonly string[] }) {
  return [usePhoneText(phone), places.join(', ')].filter(Boolean).join(' · ')
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
