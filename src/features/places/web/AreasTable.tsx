import { ActionIcon, Menu } from '@mantine/core'
import {
  IconArchive,
  IconArrowBackUp,
  IconArrowMerge,
  IconChevronDown,
  IconChevronRight,
  IconDots,
  IconPencil,
  IconPlus,
} from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import { Badge } from '../../../platform/ui/pieces.tsx'
import { count } from '../../../platform/web/text.ts'
import type { ManagedArea } from '../contract.ts'
import { areaLabels } from '../rules/tree.ts'
import type { OpenDialog } from './AreaDialogs.tsx'
import { retireArea } from './client.ts'
import classes from './Places.module.css'
import type { AreaRow } from './rules/rows.ts'

interface RowProps {
  onTurn(id: number): void
  onDo(dialog: OpenDialog): void
}

/** Areas in rows, each below what it lies in. */
export function AreasTable({ rows, ...does }: RowProps & { rows: readonly AreaRow[] }) {
  return (
    <table className={classes.table}>
      <caption className="visually-hidden">Areas</caption>
      <thead>
        <tr>
          <th scope="col">Area</th>
          <th scope="col">Kind</th>
          <th scope="col" className={classes.number}>
            Leads
          </th>
          <th scope="col" className={classes.number}>
            Agents
          </th>
          <th scope="col" className={classes.actions}>
            <span className="visually-hidden">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(row => (
          <Row key={row.area.id} row={row} {...does} />
        ))}
      </tbody>
    </table>
  )
}

const sentenceCase = (word: string) => word.replace(/^./, character => character.toUpperCase())

function Row({ row, onTurn, onDo }: RowProps & { row: AreaRow }) {
  const { area, depth, retiredWith } = row
  const isRetired = area.is_retired || retiredWith !== null
  return (
    <tr className={classes.row} data-retired={isRetired || undefined} style={{ '--depth': depth } as CSSProperties}>
      <th scope="row">
        <span className={classes.name}>
          <Turner row={row} onTurn={onTurn} />
          <button type="button" className={classes.open} onClick={() => onDo({ does: 'edit', area })}>
            {area.name}
          </button>
          {isRetired && <Badge>{area.is_retired ? 'Retired' : `Retired with ${retiredWith}`}</Badge>}
          {area.arriving > 0 && <output className={classes.arriving}>{count(area.arriving)} leads on their way</output>}
        </span>
      </th>
      <td className={classes.kind}>
        {sentenceCase(areaLabels[area.type].one)}
        {row.inside > 0 && <span className={classes.inside}>, {count(row.inside)} inside</span>}
      </td>
      <Figure many={area.leads} word="lead" />
      <Figure many={area.agents} word="agent" />
      <td className={classes.actions}>
        <AreaMenu area={area} onDo={onDo} />
      </td>
    </tr>
  )
}

/** A count, with its word where the columns have no heads. */
function Figure({ many, word }: { many: number; word: string }) {
  return (
    <td className={classes.number} data-none={many === 0 || undefined}>
      {count(many)}
      <span className={classes.onPhone}>
        {' '}
        {word}
        {many === 1 ? '' : 's'}
      </span>
    </td>
  )
}

function Turner({ row: { area, inside, isOpen }, onTurn }: Pick<RowProps, 'onTurn'> & { row: AreaRow }) {
  if (inside === 0) return <span className={classes.turner} />
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <button
      type="button"
      className={classes.turner}
      aria-expanded={isOpen}
      aria-label={`What lies in ${area.name}`}
      onClick={() => onTurn(area.id)}
    >
      <Chevron size={15} stroke={1.6} aria-hidden />
    </button>
  )
}

function AreaMenu({ area, onDo }: { area: ManagedArea; onDo(dialog: OpenDialog): void }) {
  const icon = { size: 15, stroke: 1.6 }
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon aria-label={`Actions for ${area.name}`}>
          <IconDots size={16} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => onDo({ does: 'edit', area })}>
          Rename or move
        </Menu.Item>
        {area.type !== 'neighbourhood' && (
          <Menu.Item leftSection={<IconPlus {...icon} />} onClick={() => onDo({ does: 'add', parent_id: area.id })}>
            Add an area inside
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconArrowMerge {...icon} />} onClick={() => onDo({ does: 'merge', area })}>
          Merge into another area
        </Menu.Item>
        <Menu.Item
          leftSection={area.is_retired ? <IconArrowBackUp {...icon} /> : <IconArchive {...icon} />}
          onClick={() => void retireArea(area, !area.is_retired)}
        >
          {area.is_retired ? 'Offer again' : 'Retire'}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
