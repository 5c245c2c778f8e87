import { type AnyRoute, createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { Loading } from '../platform/ui/pieces.tsx'
import type { Page } from '../platform/web/feature.ts'
import { type WebPage, webPages } from './features.web.ts'
import { ScreenError } from './shell/pages.tsx'
import { Landing, ProtectedScreen, Root, UnknownAddress } from './shell/Shell.tsx'

const root = createRootRoute({ component: Root, notFoundComponent: UnknownAddress, errorComponent: ScreenError })
const inShell = createRoute({ getParentRoute: () => root, id: 'shell', component: ProtectedScreen })
const landing = createRoute({ getParentRoute: () => inShell, path: '/', component: Landing })

/** Search parameters belong to the screen: it checks them itself and ignores what it does not know. */
const preserveSearch = (search: Record<string, unknown>): Record<string, unknown> => search

const publicRoute = <Path extends string>({ path, screen }: Page<Path>) =>
  createRoute({ getParentRoute: () => root, path, component: screen, validateSearch: preserveSearch })
const shellRoute = <Path extends string>({ path, screen, place }: Page<Path>) =>
  createRoute({
    getParentRoute: () => inShell,
    path,
    component: screen,
    validateSearch: preserveSearch,
    staticData: place === 'public' ? {} : { pageName: place.tooltip },
  })

type PublicPage = Extract<WebPage, { place: 'public' }>
type PlacedPage = Exclude<WebPage, PublicPage>

// A type of route for each path, not one for all of them: links know which addresses there are, and their parameters.
type PublicRoute<Path> = Path extends string ? ReturnType<typeof publicRoute<Path>> : never
type ShellRoute<Path> = Path extends string ? ReturnType<typeof shellRoute<Path>> : never

const publicRoutes = webPages
  .filter(({ place }) => place === 'public')
  .map((page): AnyRoute => publicRoute(page)) as PublicRoute<PublicPage['path']>[]
const shellRoutes = webPages
  .filter(({ place }) => place !== 'public')
  .map((page): AnyRoute => shellRoute(page)) as ShellRoute<PlacedPage['path']>[]

/** Every address of the CRM. */
export const router = createRouter({
  routeTree: root.addChildren([...publicRoutes, inShell.addChildren([landing, ...shellRoutes])]),
  defaultPreload: 'intent',
  defaultPendingComponent: Loading,
  defaultErrorComponent: ScreenError,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
