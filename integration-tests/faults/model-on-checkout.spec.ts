import { tellStories } from "./support/stories"

tellStories("checkout")
