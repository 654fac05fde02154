import { Container, Skeleton } from "@medusajs/ui"

/** Stands in a connection's place while it is loaded. */
export const PageSkeleton = () => (
  <div
    aria-hidden="true"
    className="flex w-full flex-col items-start gap-x-4 gap-y-3 xl:grid xl:grid-cols-[minmax(0,_1fr)_440px]"
  >
    <div className="flex w-full flex-col gap-y-3">
      {["h-72", "h-60", "h-80"].map((height) => (
        <Block key={height} height={height} />
      ))}
    </div>
    <div className="flex w-full flex-col gap-y-3">
      {["h-56", "h-40"].map((height) => (
        <Block key={height} height={height} />
      ))}
    </div>
  </div>
)

const Block = ({ height }: { height: string }) => (
  <Container className={`flex flex-col gap-y-4 p-6 ${height}`}>
    <Skeleton className="h-6 w-40" />
    <Skeleton className="h-4 w-full" />
    <Skeleton className="h-4 w-2/3" />
  </Container>
)
