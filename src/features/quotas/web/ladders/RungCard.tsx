import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { ActionIcon, Menu } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconDotsVertical, IconGripVertical, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { Ring } from '../../../../platform/ui/marks/Ring.tsx'
import type { Rung, RungAgents } from '../../contract/ladders.ts'
import type { QuotaType } from '../../rules/quotaTypes.ts'
import { LimitField } from './LimitField.tsx'
import classes from './QuotaRules.module.css'

interface RungCardProps {
  type: QuotaType
  rung: Rung
  /** `null` for a rung that is not on the ladder. */
  place: number | null
  of: number
  counts: RungAgents
  onLimits(limits: Partial<Pick<Rung, 'daily' | 'weekly'>>): void
  onMove(by: number): void
  onRemove(): void
}

const RING = 42

/** One rung: its height on the ladder, who stands on it, and its limits. Dragged by its grip, or moved with Alt and the arrows. */
export function RungCard({ type, rung, place, of, counts, onLimits, onMove, onRemove }: RungCardProps) {
  const name = place === null ? 'Rung' : `Rung ${place}`
  const card = useRef<HTMLDivElement>(null)
  const { isOver, isDragged } = useDragging(card, { type, place, onMove })
  const move = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    onMove(event.key === 'ArrowUp' ? 1 : -1)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys work on whatever in the card has the focus
    <div
      ref={card}
      className={classes.card}
      data-over={isOver || undefined}
      data-dragged={isDragged || undefined}
      onKeyDown={move}
    >
      <button
        type="button"
        className={classes.grip}
        data-grip
        aria-label={`Move ${name}`}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        title="Drag, or Alt ↑ ↓"
      >
        <IconGripVertical size={16} stroke={1.6} />
      </button>
      <Ring
        turn={place === null ? 0 : place / of}
        size={RING}
        label={place === null ? 'Not on the ladder' : `${place} of ${of}`}
      >
        <b>{place ?? '–'}</b>
      </Ring>
      <div className={classes.rungText}>
        <h3>{name}</h3>
        <AgentsOnRung type={type} counts={counts} />
      </div>
      <div className={classes.limits}>
        <LimitField label={`${name}, a day`} value={rung.daily} unit="a day" onChange={daily => onLimits({ daily })} />
        <LimitField
          label={`${name}, a week`}
          value={rung.weekly}
          unit="a week"
          onChange={weekly => onLimits({ weekly })}
        />
      </div>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={`Actions for ${name}`} size="sm">
            <IconDotsVertical size={15} stroke={1.6} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconArrowUp size={15} stroke={1.6} />}
            disabled={place === of}
            onClick={() => onMove(1)}
          >
            Move up
          </Menu.Item>
          <Menu.Item
            leftSection={<IconArrowDown size={15} stroke={1.6} />}
            disabled={place === 1}
            onClick={() => onMove(-1)}
          >
            Move down
          </Menu.Item>
          <Menu.Item color="red" leftSection={<IconTrash size={15} stroke={1.6} />} onClick={onRemove}>
            Remove
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}

function AgentsOnRung({ type, counts: { agents, with_draft } }: { type: QuotaType; counts: RungAgents }) {
  return (
    <p>
      <Link to="/agent_quotas" search={{ type } as never}>
        {agents === 1 ? '1 agent' : `${agents} agents`}
      </Link>
      {with_draft !== agents && (
        <>
          {' → '}
          <b>{with_draft}</b> with this draft
        </>
      )}
    </p>
  )
}

interface Dragging {
  type: QuotaType
  place: number | null
  onMove(by: number): void
}

/** Lets the card be dragged by its grip onto another one of its ladder, whose place it takes. */
function useDragging(card: RefObject<HTMLDivElement | null>, dragging: Dragging) {
  const [state, setState] = useState({ isOver: false, isDragged: false })
  const latest = useRef(dragging)
  latest.current = dragging
  useEffect(() => {
    const element = card.current
    const dragHandle = element?.querySelector('[data-grip]') ?? undefined
    if (!element || !dragHandle) return
    const set = (change: Partial<typeof state>) => setState(before => ({ ...before, ...change }))
    return combine(
      draggable({
        element,
        dragHandle,
        // The card that a rung is dropped on says how far; the card of the rung moves it.
        getInitialData: () => ({
          ladder: latest.current.type,
          place: latest.current.place,
          move: (by: number) => latest.current.onMove(by),
        }),
        onDragStart: () => set({ isDragged: true }),
        onDrop: () => set({ isDragged: false }),
      }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => source.data.ladder === latest.current.type && source.element !== element,
        onDragEnter: () => set({ isOver: true }),
        onDragLeave: () => set({ isOver: false }),
        onDrop({ source }) {
          set({ isOver: false })
          const { place: from, move } = source.data as { place: number | null; move(by: number): void }
          const { place: to } = latest.current
          if (from !== null && to !== null) move(to - from)
        },
      }),
    )
  }, [card])
  return state
}
