import { IconHome } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useMemo, useState } from 'react'
import { fullName } from '../../../features/leads/rules.ts'
import type { ShowingOfLead } from '../../../features/showings/contract.ts'
import { isOn } from '../../../features/showings/rules.ts'
import { showingCalendarQuery } from '../../../features/showings/web/client.ts'
import { ShowingModal, ShowingMoveModal } from '../../../features/showings/web/pieces.tsx'
import { type CalendarEntry, TaskCalendar } from './TaskCalendar.tsx'

const PREFIX = 'showing-'
const none: ShowingOfLead[] = []

interface Move {
  showing: ShowingOfLead
  to: { start: Date; end: Date }
  revert(): void
}

/** The calendar of an agent's days: tasks, and the showings between them. */
export function DayCalendar(props: Omit<ComponentProps<typeof TaskCalendar>, 'entries'>) {
  const { data: showings = none } = useQuery(showingCalendarQuery(props.range))
  const [opened, setOpened] = useState<ShowingOfLead | null>(null)
  const [move, setMove] = useState<Move | null>(null)
  const all = useMemo(() => showings.map(entryOf), [showings])
  const showingOf = (id: string) => showings.find(showing => `${PREFIX}${showing.id}` === id)
  return (
    <>
      <TaskCalendar
        {...props}
        entries={{
          all,
          onOpen: id => setOpened(showingOf(id) ?? null),
          onMove(id, to, revert) {
            const showing = showingOf(id)
            if (showing) setMove({ showing, to, revert })
            else revert()
          },
        }}
      />
      {opened && (
        <ShowingModal lead={opened.lead} showing={opened} zone={opened.zone} onClose={() => setOpened(null)} />
      )}
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
