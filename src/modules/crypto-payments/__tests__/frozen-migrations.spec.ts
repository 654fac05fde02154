import { presentMigrations, release, releasedVersions } from "../../../../integration-tests/support/released"

it.each(releasedVersions())("the migrations are in the package as %s shipped them, before later ones", (version) => {
  const { migrations } = release(version)
  expect(presentMigrations()).toMatchObject(migrations)
  // A store runs migrations in the order of their names, so a new one comes after all that were released.
  expect(Object.keys(presentMigrations()).slice(0, Object.keys(migrations).length)).toEqual(Object.keys(migrations))
})
