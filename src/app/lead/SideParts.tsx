import { useNavigate, useSearch } from '@tanstack/react-router'
import { TabStrip } from '../../platform/ui/TabStrip.tsx'
import classes from './LeadPage.module.css'
import type { LeadPanelProps, LeadParts } from './leadPanel.ts'

const NEXT = 'next'
const PROFILE = 'profile'

/** What is known and what comes next, behind each other where there is room for one of them beside the timeline. */
export function SideParts({ lead, know, next }: Pick<LeadParts, 'know' | 'next'> & Pick<LeadPanelProps, 'lead'>) {
  const { edit, part } = useSearch({ strict: false }) as { edit?: number; part?: string }
  const navigate = useNavigate()
  const open = part === NEXT && edit !== 1 ? NEXT : PROFILE
  const toDo = lead.tasks?.filter(task => !task.completed).length
  const select = (id: string) =>
    void navigate({
      to: '.',
      search: (({ edit: _edit, part: _part, ...rest }: object & { edit?: number; part?: string }) =>
        id === NEXT ? { ...rest, part: NEXT } : rest) as never,
      replace: true,
    })
  return (
    <aside className={classes.sideParts} aria-label="About the lead">
      <TabStrip
        label="About the lead"
        tabs={[
          { id: PROFILE, label: 'Profile' },
          { id: NEXT, label: 'What comes next', count: toDo || null },
        ]}
        active={open}
        onSelect={select}
      />
      <div className={classes.side} role="tabpanel" aria-labelledby={`tab-${open}`}>
        {open === NEXT ? next : know}
      </div>
    </aside>
  )
}
