import { Navigate, Outlet } from '@tanstack/react-router'
import { useSession } from './session.ts'

/** Everything, public pages too. */
export function Root() {
  return <Outlet />
}

/** The shell around the authenticated pages. */
export function Screen() {
  const session = useSession()
  if (!session.authenticated) return <Navigate to="/login" />
  return <Outlet />
}

/** The root address leads to the person's own first page. */
export function Landing() {
  return <Navigate to={useSession().defaultPage} replace />
}

/** An unknown address, without the shell. */
export function PublicNotFound() {
  return <h1>Page not found.</h1>
}
