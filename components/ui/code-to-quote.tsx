/** The code by which support finds what happened, to be read aloud or copied. */
export function CodeToQuote({ label, code }: { label: string; code: string }) {
  return (
    <p className="text-sm text-muted">
      {label}{' '}
      <bdi dir="ltr" className="font-mono text-text select-all">
        {code}
      </bdi>
    </p>
  )
}
