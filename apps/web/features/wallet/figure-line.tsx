/** One figure of a summary or a receipt, after its term. */
export interface FigureLineProps {
  readonly term: string
  readonly value: string
}

export function FigureLine({ term, value }: FigureLineProps) {
  return (
    <div className="wallet-figures__line">
      <dt>{term}</dt>
      <dd className="tabular" translate="no">
        {value}
      </dd>
    </div>
  )
}
