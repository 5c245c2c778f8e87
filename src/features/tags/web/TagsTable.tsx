import { ActionIcon, Menu } from '@mantine/core'
import { IconArrowMerge, IconDots, IconPencil, IconTrash, IconUsers } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { count } from '../../../platform/web/text.ts'
import type { ManagedTag } from '../contract.ts'
import { pendingKey, usePendingTags } from './pendingTags.ts'
import { TagBadge } from './TagBadge.tsx'
import classes from './TagsPanel.module.css'
import { makeDefault, removeTag } from './tagActions.ts'

interface TagsTableProps {
  /** `null` while they are read. */
  tags: readonly ManagedTag[] | null
  isOwn: boolean
  onEdit(tag: ManagedTag): void
  onMerge(tag: ManagedTag): void
}

/** Tags in rows, with whose they are and how many leads have each. */
export function TagsTable({ tags, ...props }: TagsTableProps) {
  return (
    <table className={classes.table} data-own={props.isOwn || undefined}>
      <thead>
        <tr>
          <th scope="col">Tag</th>
          {!props.isOwn && <th scope="col">Owner</th>}
          <th scope="col" className={classes.number}>
            Leads
          </th>
          <th scope="col" className={classes.actions}>
            <span className="visually-hidden">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {tags ? tags.map(tag => <TagRow key={tag.id} tag={tag} {...props} />) : <Bones isOwn={props.isOwn} />}
      </tbody>
    </table>
  )
}

function TagRow({ tag, isOwn, onEdit, onMerge }: Omit<TagsTableProps, 'tags'> & { tag: ManagedTag }) {
  const action = usePendingTags().get(pendingKey(tag.id))
  return (
    <tr className={classes.row}>
      <td>
        {tag.merged_into ? (
          <TagBadge tag={tag} />
        ) : (
          <button type="button" className={classes.open} aria-label={`Edit ${tag.name}`} onClick={() => onEdit(tag)}>
            <TagBadge tag={tag} action={action} />
          </button>
        )}
      </td>
      {!isOwn && <td className={classes.owner}>{tag.owner?.name ?? 'Everyone'}</td>}
      <td className={classes.number}>
        {tag.merged_into ? (
          <output>
            {leadsText(tag)} left to move to {tag.merged_into.name}
          </output>
        ) : (
          <LeadsLink tag={tag} />
        )}
      </td>
      <td className={classes.actions}>
        {!tag.merged_into && <TagMenu tag={tag} isOwn={isOwn} onEdit={onEdit} onMerge={onMerge} />}
      </td>
    </tr>
  )
}

/** 12,340, or 10,000+ where nobody has counted further. */
const leadsText = ({ leads, leads_is_capped }: ManagedTag): string => `${count(leads)}${leads_is_capped ? '+' : ''}`

function LeadsLink({ tag }: { tag: ManagedTag }) {
  if (tag.leads === 0) return '0'
  return (
    <Link to="/leads" search={{ tag: tag.id } as never} aria-label={`${leadsText(tag)} leads with the tag ${tag.name}`}>
      {leadsText(tag)}
    </Link>
  )
}

function TagMenu({ tag, isOwn, onEdit, onMerge }: Omit<TagsTableProps, 'tags'> & { tag: ManagedTag }) {
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon aria-label={`Actions for ${tag.name}`}>
          <IconDots size={16} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={15} stroke={1.6} />} onClick={() => onEdit(tag)}>
          Rename or change color
        </Menu.Item>
        {!isOwn && (
          <Menu.Item leftSection={<IconArrowMerge size={15} stroke={1.6} />} onClick={() => onMerge(tag)}>
            Merge into another tag
          </Menu.Item>
        )}
        {!isOwn && !tag.permanent && (
          <Menu.Item leftSection={<IconUsers size={15} stroke={1.6} />} onClick={() => void makeDefault(tag)}>
            Make it a default tag
          </Menu.Item>
        )}
        <Menu.Item color="red" leftSection={<IconTrash size={15} stroke={1.6} />} onClick={() => void removeTag(tag)}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function Bones({ isOwn }: { isOwn: boolean }) {
  return Array.from({ length: 8 }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: rows without content
    <tr key={row} className={classes.row}>
      {Array.from({ length: isOwn ? 3 : 4 }, (_, cell) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: cells without content
        <td key={cell}>{cell < (isOwn ? 2 : 3) && <span className={classes.bone} />}</td>
      ))}
    </tr>
  ))
}
