import type { SearchParams } from '@/lib/console/page-url'

/** Hidden fields that keep other parameters of the page's URL when a form sets some. */
export function HiddenFields({ params, without = [] }: { params: SearchParams; without?: readonly string[] }) {
  return Object.entries(params).map(([name, value]) => {
    if (typeof value !== 'string' || without.includes(name)) return null
    return <input key={name} type="hidden" name={name} value={value} />
  })
}
