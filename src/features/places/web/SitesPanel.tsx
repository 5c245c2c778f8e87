import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconArchive, IconArrowBackUp, IconDots, IconKey, IconPencil, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { FrameActions } from '../../../platform/ui/frame/Frame.tsx'
import { Badge, Loading } from '../../../platform/ui/pieces.tsx'
import { EmptyState, ErrorState } from '../../../platform/ui/states.tsx'
import { count } from '../../../platform/web/text.ts'
import type { ManagedSite } from '../contract.ts'
import { managedSitesQuery, retireSite } from './client.ts'
import classes from './Places.module.css'
import { SiteEditor } from './SiteEditor.tsx'

/** The websites of the brokerage, and how much refers to each. */
export function SitesPanel() {
  const [edited, setEdited] = useState<ManagedSite | 'new' | null>(null)
  const { data, error, refetch } = useQuery(managedSitesQuery)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  const add = (
    <Button leftSection={<IconPlus size={15} stroke={1.6} aria-hidden />} onClick={() => setEdited('new')}>
      Add site
    </Button>
  )
  return (
    <>
      {data.length === 0 ? (
        <EmptyState title="No sites yet" actions={add}>
          A site is where leads sign up. Its sources and their keys are added under Lead sources.
        </EmptyState>
      ) : (
        <>
          <FrameActions>{add}</FrameActions>
          <SitesTable sites={data} onEdit={setEdited} />
        </>
      )}
      {edited && <SiteEditor site={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </>
  )
}

interface RowProps {
  onEdit(site: ManagedSite): void
}

function SitesTable({ sites, onEdit }: RowProps & { sites: readonly ManagedSite[] }) {
  return (
    <table className={classes.table} data-sites>
      <caption className="visually-hidden">Sites</caption>
      <thead>
        <tr>
          <th scope="col">Site</th>
          <th scope="col">Address</th>
          {['Leads', 'Agents', 'Campaigns', 'Sources'].map(head => (
            <th key={head} scope="col" className={classes.number}>
              {head}
            </th>
          ))}
          <th scope="col" className={classes.actions}>
            <span className="visually-hidden">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {sites.map(site => (
          <Row key={site.id} site={site} onEdit={onEdit} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ site, onEdit }: RowProps & { site: ManagedSite }) {
  const figures = [
    [site.leads, 'lead'],
    [site.agents, 'agent'],
    [site.campaigns, 'campaign'],
  ] as const
  return (
    <tr className={classes.row} data-retired={site.is_retired || undefined}>
      <th scope="row">
        <span className={classes.name}>
          <button type="button" className={classes.open} onClick={() => onEdit(site)}>
            {site.name}
          </button>
          {site.is_retired && <Badge>Retired</Badge>}
        </span>
      </th>
      <td className={classes.kind}>{site.domain}</td>
      {figures.map(([many, word]) => (
        <td key={word} className={classes.number} data-none={many === 0 || undefined}>
          {count(many)}
          <span className={classes.onPhone}>
            {' '}
            {word}
            {many === 1 ? '' : 's'}
          </span>
        </td>
      ))}
      <td className={classes.number}>
        <Link to="/intake" aria-label={`Sources of ${site.name} and their keys`}>
          {count(site.sources)}
          <span className={classes.onPhone}> {site.sources === 1 ? 'source' : 'sources'}</span>
        </Link>
      </td>
      <td className={classes.actions}>
        <SiteMenu site={site} onEdit={onEdit} />
      </td>
    </tr>
  )
}

function SiteMenu({ site, onEdit }: RowProps & { site: ManagedSite }) {
  const icon = { size: 15, stroke: 1.6 }
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon aria-label={`Actions for ${site.name}`}>
          <IconDots size={16} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => onEdit(site)}>
          Change name or address
        </Menu.Item>
        <Menu.Item leftSection={<IconKey {...icon} />} component={Link} to="/intake">
          Sources and keys
        </Menu.Item>
        <Menu.Item
          leftSection={site.is_retired ? <IconArrowBackUp {...icon} /> : <IconArchive {...icon} />}
          onClick={() => void retireSite(site, !site.is_retired)}
        >
          {site.is_retired ? 'Offer again' : 'Retire'}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
