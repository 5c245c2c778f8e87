import { useRouter } from '@tanstack/react-router'

/** Leads back to the list that the lead was opened from; opened by its address there is none, and it leads to the leads. */
export function useWayBack(): () => void {
  const router = useRouter()
  return () => (router.history.canGoBack() ? router.history.back() : void router.navigate({ to: '/leads' }))
}
