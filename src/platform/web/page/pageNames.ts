import { useRouter } from '@tanstack/react-router'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** What the page is called in the navigation. */
    pageName?: string
  }
}

/** What pages are called, by their addresses as the router writes them: "Lead" for `/leads/$slug`. */
export function usePageNames(): (path: string) => string {
  const { routesByPath } = useRouter()
  const known = new Map(Object.entries(routesByPath).map(([path, route]) => [path, route.options.staticData?.pageName]))
  return path => known.get(path) ?? labelOf(path)
}

/** A page that is gone by now: the first word of its address. */
function labelOf(path: string): string {
  const [first = ''] = path.split('/').filter(Boolean)
  const words = first.replaceAll(/[-_]/g, ' ')
  return words === '' ? 'First page' : words.charAt(0).toUpperCase() + words.slice(1)
}
