import { useRouter } from '@tanstack/react-router'
import { leadPagePath } from '../../leads/rules.ts'
import { useShowingAnswers } from './useShowingAnswers.ts'

/** Runs while an agent is signed in, whatever screen is open: what clients answer. Draws nothing. */
export function ShowingWatch() {
  const router = useRouter()
  useShowingAnswers(lead => void router.navigate({ to: leadPagePath(lead) as '/' }))
  return null
}
