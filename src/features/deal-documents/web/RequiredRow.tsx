import { Button, Menu } from '@mantine/core'
import { IconArrowBackUp, IconCheck, IconDots, IconExternalLink, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Dial } from '../../../platform/ui/marks/Dial.tsx'
import { useIsDealOffice } from '../../deals/web/client.ts'
import type { Assignment, RequiredDocument } from '../contract.ts'
import { isInPlace, mayUnassign } from '../rules/required.ts'
import { acceptPages, assignDocument, documentsQuery, openDocument, unassignPages } from './client.ts'
import classes from './Documents.module.css'
import { RejectPages } from './RejectPages.tsx'

const stateText: Readonly<Record<RequiredDocument['state'], string>> = {
  missing: 'Missing',
  stated: 'Among the documents',
  waiting: 'Waiting for review',
  accepted: 'Accepted',
  rejected: 'Rejected',
}

interface RequiredRowProps {
  dealId: number
  required: RequiredDocument
  mayChange: boolean
}

/** Something that the deal needs: how it stands, and what can be done about it. */
export function RequiredRow({ dealId, required, mayChange }: RequiredRowProps) {
  const { state, title, assignments } = required
  const last = assignments.at(-1)
  const [rejected, setRejected] = useState<Assignment | null>(null)
  return (
    <li className={classes.need}>
      <StateDial state={state} />
      <span className={classes.needName}>
        {title}
        <small>
          {[stateText[state], last?.document_name, state === 'rejected' ? last?.reason : last?.reviewer]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </span>
      {mayChange && <RequiredMenu dealId={dealId} required={required} onReject={setRejected} />}
      {rejected && (
        <RejectPages dealId={dealId} required={required} assignment={rejected} onClose={() => setRejected(null)} />
      )}
    </li>
  )
}

interface RequiredMenuProps {
  dealId: number
  required: RequiredDocument
  onReject(assignment: Assignment): void
}

function RequiredMenu({ dealId, required, onReject }: RequiredMenuProps) {
  const { id, title, state, assignments } = required
  const { data } = useQuery(documentsQuery(dealId))
  const isOffice = useIsDealOffice()
  const documents = data?.documents ?? []
  if (documents.length === 0 && assignments.length === 0) return null
  const place = { dealId, id, name: title }
  const press = pressOf(assignments.length > 0, isOffice && state === 'waiting')
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        {/* One element in all states: the menu gives the focus back to what opened it. */}
        <Button size="xs" variant="subtle" aria-label={`${press.does} ${title}`}>
          {press.shown}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {assignments.map(one => (
          <div key={one.id}>
            <Menu.Label>{pagesText(one)}</Menu.Label>
            <Menu.Item leftSection={<IconExternalLink size={15} />} onClick={() => void openDocument(one.document_id)}>
              Open
            </Menu.Item>
            {isOffice && one.state !== 'accepted' && (
              <Menu.Item leftSection={<IconCheck size={15} />} onClick={() => void acceptPages(place, one.id)}>
                Accept
              </Menu.Item>
            )}
            {isOffice && one.state !== 'rejected' && (
              <Menu.Item leftSection={<IconX size={15} />} onClick={() => onReject(one)}>
                Reject…
              </Menu.Item>
            )}
            {mayUnassign(one, isOffice) && (
              <Menu.Item leftSection={<IconArrowBackUp size={15} />} onClick={() => void unassignPages(place, one)}>
                Take back
              </Menu.Item>
            )}
          </div>
        ))}
        {!isInPlace(state) && documents.length > 0 && (
          <>
            <Menu.Label>Assign</Menu.Label>
            {documents.map(document => (
              <Menu.Item key={document.id} onClick={() => void assignDocument(place, document.id)}>
                {document.name}
              </Menu.Item>
            ))}
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

/** What opens the menu: how it looks, and how it is announced before the name of the document. */
function pressOf(isAssigned: boolean, awaitsReview: boolean) {
  if (!isAssigned) return { shown: 'Assign', does: 'Assign a document to' }
  if (awaitsReview) return { shown: 'Review', does: 'Review' }
  return { shown: <IconDots size={15} stroke={1.6} />, does: 'Actions for' }
}

/** "Scan.pdf, pages 13 to 15". */
const pagesText = ({ document_name, first_page, last_page }: Assignment): string =>
  first_page === last_page
    ? `${document_name}, page ${first_page}`
    : `${document_name}, pages ${first_page} to ${last_page}`

function StateDial({ state }: { state: RequiredDocument['state'] }) {
  if (state === 'accepted') return <Dial face="check" color="var(--kt-green-dot)" />
  if (state === 'rejected') return <Dial face="crossed" color="var(--kt-red-dot)" />
  if (state === 'missing') return <Dial face="dashed" color="var(--kt-amber-dot)" />
  return <Dial face={0.5} color="var(--kt-amber-dot)" />
}
