import { tellStories } from "./support/stories"

jest.mock("../../medusa-config", () => jest.requireActual("../support/loyalty").configWithLoyalty())

tellStories("checkout", true)
