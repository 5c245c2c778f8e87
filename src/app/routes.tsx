import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouteComponent,
} from '@tanstack/react-router'
import { Landing, PublicNotFound, Root, Screen } from './shell/Shell.tsx'

const screens = import.meta.glob<Record<string, RouteComponent>>([
  '../features/{people,leads,imports}/web/*Page.tsx',
  './{lead,admin}/*Page.tsx',
])

/** A screen that is loaded when it is first opened. */
function screen(name: string): RouteComponent {
  const load = Object.entries(screens).find(([path]) => path.endsWith(`/${name}.tsx`))?.[1]
  return load ? (lazyRouteComponent(load, name) as RouteComponent) : PublicNotFound
}

const root = createRootRoute({ component: Root, notFoundComponent: PublicNotFound })
const inShell = createRoute({ getParentRoute: () => root, id: 'shell', component: Screen })

const publicPages = [
  createRoute({ getParentRoute: () => root, path: '/login', component: screen('SignInPage') }),
  createRoute({ getParentRoute: () => root, path: '/privacy', component: screen('PrivacyPage') }),
  createRoute({ getParentRoute: () => root, path: '/terms', component: screen('TermsPage') }),
  createRoute({ getParentRoute: () => root, path: '/disclosure', component: screen('DisclosurePage') }),
]
const pages = [
  createRoute({ getParentRoute: () => inShell, path: '/', component: Landing }),
  createRoute({ getParentRoute: () => inShell, path: '/leads', component: screen('LeadsPage') }),
  createRoute({ getParentRoute: () => inShell, path: '/leads_v2', component: screen('LeadsPage') }),
  createRoute({ getParentRoute: () => inShell, path: '/leads/$slug', component: screen('LeadPage') }),
  createRoute({ getParentRoute: () => inShell, path: '/imports', component: screen('ImportPage') }),
  createRoute({ getParentRoute: () => inShell, path: '/teams', component: screen('TeamPage') }),
  createRoute({ getParentRoute: () => inShell, path: '/admin', component: screen('AdminPage') }),
]

/** Every address of the CRM. */
export const router = createRouter({
  routeTree: root.addChildren([...publicPages, inShell.addChildren(pages)]),
  defaultPreload: 'intent',
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
