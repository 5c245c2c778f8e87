import { Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { SavedView } from '../contract.ts'
import { viewCountText } from './rules/text.ts'
import classes from './Views.module.css'

/** The views for which there is no room. */
export function MoreViews({ views, onOpen }: { views: readonly SavedView[]; onOpen: (view: SavedView) => void }) {
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <button type="button" className={classes.view} aria-label={`${views.length} more views`}>
          +{views.length}
          <IconChevronDown size={13} stroke={1.6} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown className={classes.list}>
        {views.map(view => (
          <Menu.Item
            key={view.id}
            onClick={() => onOpen(view)}
            rightSection={<span className={classes.count}>{viewCountText(view.count)}</span>}
          >
            <span className={classes.listName}>{view.name}</span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
