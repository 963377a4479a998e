/** Hidden fields that keep other parameters of the page's URL when a form sets some. */
export function HiddenFields({
  params,
  without = [],
}: {
  params: Readonly<Record<string, string | string[] | number | undefined>>
  without?: readonly string[]
}) {
  return Object.entries(params).map(([name, value]) => {
    if (value === undefined || Array.isArray(value) || without.includes(name)) return null
    return <input key={name} type="hidden" name={name} value={value} />
  })
}
