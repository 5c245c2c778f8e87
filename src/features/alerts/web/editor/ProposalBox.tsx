import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { count } from '../../../../platform/web/text.ts'
import type { AreaNode } from '../../../leads/contract/leads.ts'
import { areasQuery } from '../../../leads/web/client/leads.ts'
import { ListingPicture } from '../../../listings/web/pieces/ListingPicture.tsx'
import type { AlertProposal, Search } from '../../contract/alerts.ts'
import { searchSentence } from '../../rules/proposal.ts'
import classes from './AlertForm.module.css'

interface ProposalBoxProps {
  proposal: AlertProposal
  /** What the form holds. */
  search: Search
  /** How many homes it finds; `undefined` while they are counted. */
  matches: number | undefined
  /** Whether the form holds any proposal still. */
  isHeld: boolean
}

const PICTURES = 7

const namesOf = (nodes: readonly AreaNode[]): [number, string][] =>
  nodes.flatMap(({ id, name, children }): [number, string][] => [[id, name], ...namesOf(children)])

/** The form in one sentence, and the homes that it was read from. */
export function ProposalBox({ proposal, search, matches, isHeld }: ProposalBoxProps) {
  const { data: areas } = useQuery(areasQuery)
  const names = useMemo(() => new Map(namesOf(areas ?? [])), [areas])
  const { homes, homes_viewed: viewed, first_name } = proposal
  if (!isHeld && viewed === 0)
    return (
      <p className={classes.proposal}>
        {`We don’t know yet what ${first_name || 'this lead'} is looking for. Nothing is filled in.`}
      </p>
    )
  const ground = viewed > 0 ? `From ${count(viewed)} ${viewed === 1 ? 'home' : 'homes'} viewed: ` : 'From the profile: '
  const rest = viewed - PICTURES
  return (
    <div className={classes.proposal}>
      <p className={classes.sentence} aria-live="polite">
        {`${isHeld ? ground : 'Looking for: '}${searchSentence(search, names)}${matchesText(matches)}`}
      </p>
      {homes.length > 0 && (
        <ul className={classes.pictures} aria-label="Viewed homes">
          {homes.slice(0, PICTURES).map(home => (
            <li key={home.id} title={home.address}>
              <ListingPicture base={home.photo_base_url} alt={home.address} kind={home.property_type} sizes="60px" />
            </li>
          ))}
          {rest > 0 && <li className={classes.more}>{`+${rest}`}</li>}
        </ul>
      )}
    </div>
  )
}

const matchesText = (matches: number | undefined): string =>
  matches ? `, ${count(matches)} ${matches === 1 ? 'match' : 'matches'}` : ''
