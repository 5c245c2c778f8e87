import { notifyManager, type Query, useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useEffect, useRef, useState } from 'react'
import { leadQuery } from '../../features/leads/web/client/leads.ts'
import classes from './LeadPage.module.css'

interface PanelsInOrderProps {
  leadId: number
  /** From the top down, each with a key. */
  panels: readonly ReactElement[]
}

/**
 * Panels of a lead, one below the other. Each shows once the answers that it and those above it asked for are there, or
 * have failed: however slow one of them is, it never pushes down what is already read.
 */
export function PanelsInOrder({ leadId, panels }: PanelsInOrderProps) {
  const { shown, begin, onMounted } = useShown(leadId, panels.length)
  return (
    <div className={classes.panels} aria-busy={shown < panels.length || undefined}>
      <Mounted onMounted={begin} />
      {panels.map((panel, index) => (
        <div key={panel.key} className={classes.inTurn} data-waiting={index >= shown || undefined}>
          {panel}
          <Mounted onMounted={() => onMounted(index)} />
        </div>
      ))}
    </div>
  )
}

/** Calls back once everything before it in the tree is mounted, and has asked for what it needs: effects run in that order. */
function Mounted({ onMounted }: { onMounted(): void }) {
  const mounted = useRef(onMounted)
  useEffect(() => mounted.current(), [])
  return null
}

const isPending = ({ state }: Query): boolean => state.data === undefined && state.fetchStatus === 'fetching'

interface Shown {
  /** How many panels show, from the top. */
  shown: number
  /** Before any panel asks for anything. */
  begin(): void
  /** Once a panel, and those above it, have asked for what they need. */
  onMounted(index: number): void
}

function useShown(leadId: number, count: number): Shown {
  const cache = useQueryClient().getQueryCache()
  const [shown, setShown] = useState(0)
  /** What others on the page asked for, which no panel waits for. */
  const others = useRef<ReadonlySet<Query>>(new Set())
  /** What a panel, and those above it, asked for. */
  const asked = useRef<(readonly Query[])[]>([])
  const active = () => cache.getAll().filter(query => query.isActive())
  useEffect(() => {
    const show = () => {
      const waiting = asked.current.findIndex(queries => queries.some(isPending))
      setShown(before => Math.max(before, waiting === -1 ? count : waiting))
    }
    show()
    // An answer counts from the moment it is kept, and reaches its panel after that: behind it, in the same queue.
    return cache.subscribe(() => notifyManager.schedule(show))
  }, [cache, count])
  return {
    shown,
    begin() {
      // Each panel begins with the lead itself.
      const lead = cache.find({ queryKey: leadQuery(leadId).queryKey, exact: true })
      others.current = new Set(active().filter(query => query !== lead))
    },
    onMounted(index) {
      asked.current[index] = active().filter(query => !others.current.has(query))
    },
  }
}
