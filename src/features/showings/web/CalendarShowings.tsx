import { IconHome } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useMemo, useState } from 'react'
import { fullName } from '../../leads/rules.ts'
import type { CalendarEntry, CalendarSource } from '../../tasks/web/extensions.ts'
import type { ShowingOfLead } from '../contract.ts'
import { isOn } from '../rules.ts'
import { showingCalendarQuery } from './client.ts'
import { ShowingModal, ShowingMoveModal } from './pieces.tsx'

const PREFIX = 'showing-'
const none: ShowingOfLead[] = []

interface Move {
  showing: ShowingOfLead
  to: { start: Date; end: Date }
  revert(): void
}

/** The showings of an agent's days, with the dialogs that change and move them. */
export function CalendarShowings({ range, children }: ComponentProps<CalendarSource['Entries']>) {
  const { data: showings = none } = useQuery(showingCalendarQuery(range))
  const [opened, setOpened] = useState<ShowingOfLead | null>(null)
  const [move, setMove] = useState<Move | null>(null)
  const all = useMemo(() => showings.map(entryOf), [showings])
  const showingOf = (id: string) => showings.find(showing => `${PREFIX}${showing.id}` === id)
  return (
    <>
      {children({
        all,
        onOpen: id => setOpened(showingOf(id) ?? null),
        onMove(id, to, revert) {
          const showing = showingOf(id)
          if (showing) setMove({ showing, to, revert })
          else revert()
        },
      })}
      {opened && <ShowingModal lead={opened.lead} showing={opened} onClose={() => setOpened(null)} />}
      {move && (
        <ShowingMoveModal
          showing={move.showing}
          to={move.to}
          onClose={() => setMove(null)}
          onBack={() => {
            move.revert()
            setMove(null)
          }}
        />
      )}
    </>
  )
}

function entryOf({ id, lead, address_formatted, starts_at, ends_at, status }: ShowingOfLead): CalendarEntry {
  return {
    id: `${PREFIX}${id}`,
    title: `Showing: ${address_formatted}, ${fullName(lead)}`,
    start: starts_at,
    end: ends_at,
    isMovable: isOn(status),
    hue: 'orange',
    line: (
      <>
        <IconHome size={13} stroke={1.6} role="img" aria-label="Showing" />
        <span>{fullName(lead) || address_formatted}</span>
      </>
    ),
    what: address_formatted,
  }
}

export const calendarEntries: readonly CalendarSource[] = [{ id: 'showings', order: 10, Entries: CalendarShowings }]
