import type { LeadPanelProps } from '../../features/leads/web/extensions.ts'
import { TabStrip } from '../../platform/ui/TabStrip.tsx'
import classes from './LeadPage.module.css'
import type { LeadParts } from './leadParts.ts'
import { PROFILE, useOpenPart } from './useOpenPart.ts'

const NEXT = 'next'

/** What is known and what comes next, behind each other where there is room for one of them beside the timeline. */
export function SideParts({ lead, know, next }: Pick<LeadParts, 'know' | 'next'> & Pick<LeadPanelProps, 'lead'>) {
  const [open, select] = useOpenPart(PROFILE, [PROFILE, NEXT])
  const toDo = lead.tasks?.filter(task => !task.completed).length
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
