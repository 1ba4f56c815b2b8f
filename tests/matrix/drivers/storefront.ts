import { LEAVES_PAGE, type Arrival, type Driver, type Untried } from "../driver";
import { call } from "../people";
import { cartOf, inCart } from "./made";

const PUBLIC = { "session ended": "stands on a public page: without the session it is a visitor's" };

const wishCount = ({ shop, lane: { buyer, product } }: Arrival) =>
  shop.count('select count(*) from "wishlistLines" where "userId" = ? and "productId" = ?', buyer.id, product);

/** Puts the lane's product on its buyer's wishlist, or removes it. */
const wish = ({ shop, lane: { buyer, product } }: Arrival, is: boolean) =>
  call(shop, buyer.token, is ? "PUT" : "DELETE", `/user/wishlist/${product}`);

const results = (title: string) => `/products?q=${encodeURIComponent(title)}`;

/** A button of a product's card in the shop. */
function card(intent: "wish" | "unwish" | "cart" | "uncart"): Driver {
  const [kind, isIn] = [intent.replace("un", ""), intent.startsWith("un")];
  return {
    file: "ui/product-card/product-card.tsx",
    intent,
    who: "buyer",
    async arrive(at) {
      const { shop, lane } = at;
      if (kind === "wish") await wish(at, isIn);
      else await cartOf(shop, lane, isIn ? 1 : 0);
      const countInList = () => (kind === "wish" ? wishCount(at) : inCart(shop, lane));
      return { path: results(lane.productTitle), done: () => (isIn ? -countInList() : countInList()) };
    },
    press: `main button[name=intent][value="${intent}"]`,
    says: kind === "wish" ? (isIn ? /Wishlist\D*0/i : /Wishlist\D*1/i) : isIn ? /Cart\D*0/i : /Cart\D*1/i,
    not: PUBLIC,
  };
}

const search = (file: string, path: string, press: string): Driver => ({
  file,
  who: "visitor",
  arrive: async ({ lane }) => ({ path, typed: { q: lane.productTitle } }),
  press,
  says: /^\/products\?(.*&)?q=/,
  not: LEAVES_PAGE,
});

const newsletter = (file: string, path: string, press: string): Driver => ({
  file,
  who: "visitor",
  async arrive({ shop, word }) {
    const email = `${word}@example.com`;
    return {
      path,
      typed: { email },
      done: () => Math.max(shop.count("select count(*) from subscribers where email = ?", email), shop.mails(email)),
    };
  },
  press,
  says: /Almost there: please open the link/,
});

export const storefront: (Driver | Untried)[] = [
  search("ui/page-header/page-header.tsx", "/about", "header form[role=search] button"),
  newsletter("root.tsx", "/about", 'form[action="/newsletter"] button'),
  newsletter("routes/storefront/newsletter/route.tsx", "/newsletter", 'main form[action="/newsletter"] button'),
  {
    file: "routes/storefront/newsletter-link.tsx",
    who: "visitor",
    async arrive({ shop, word }) {
      const email = `${word}@example.com`;
      await call(shop, "", "POST", "/newsletter", { email });
      const path = await shop.mailed(email, /https?:\/\/[^/\s]+(\/newsletter\/confirm\?\S+)/);
      const sql = 'select count(*) from subscribers where email = ? and "confirmedAt" is not null';
      return { path, done: () => shop.count(sql, email) };
    },
    press: "main form button",
    says: /The next letter is yours/,
  },
  search("routes/storefront/not-found/not-found.tsx", "/nowhere", "main form[role=search] button"),
  {
    file: "routes/storefront/contact/contact-form.tsx",
    who: "visitor",
    async arrive({ shop, word }) {
      const email = `${word}@example.com`;
      return {
        path: "/contact",
        typed: { fullname: "Wanda Walker", email, description: `My peaches came bruised, ${word}.` },
        done: () => shop.count('select count(*) from "supportMessages" where email = ?', email),
      };
    },
    press: 'main button:has-text("Send message")',
    says: /Your message has been sent successfully!/,
  },
  {
    file: "routes/storefront/shop/filter.tsx",
    because: "is sent by each choice in it where scripts run; the matrix presses buttons",
  },
  {
    file: "routes/storefront/reach/reach-form.tsx",
    intent: "show",
    who: "visitor",
    async arrive() {
      return { path: "/reach", typed: { postcode: "05401" } };
    },
    press: 'main button[value="show"]',
    says: /Reaches 05401/,
  },
  {
    file: "routes/storefront/reach/reach-form.tsx",
    intent: "forget",
    because: "empties a cookie that only a browser has which pressed the other button before",
  },
  card("wish"),
  card("unwish"),
  card("cart"),
  card("uncart"),
  {
    file: "routes/storefront/lists-form.tsx",
    because: "is the frame of the forms of the product's page and the wishlist, which have rows of their own",
  },
  {
    file: "routes/storefront/product/buy-form.tsx",
    intent: "cart",
    who: "buyer",
    async arrive({ shop, lane }) {
      await cartOf(shop, lane, 0);
      return { path: `/products/${lane.product}`, typed: { quantity: "3" }, done: () => inCart(shop, lane) / 3 };
    },
    press: 'button[value="cart"]:has-text("Add to Cart")',
    says: /3 of it are in your cart/,
    not: PUBLIC,
  },
  ...["less", "more", "set"].map((intent) => ({
    file: "routes/storefront/product/buy-form.tsx",
    intent,
    because: "only counts what is going to be added",
  })),
  {
    file: "routes/storefront/product/buy-form.tsx",
    intent: "wish",
    who: "buyer",
    async arrive(at) {
      await wish(at, false);
      return { path: `/products/${at.lane.product}`, done: () => wishCount(at) };
    },
    press: 'main button[value="wish"]',
    says: /In your wishlist/,
    not: PUBLIC,
  },
  {
    file: "routes/storefront/wishlist/wish-row.tsx",
    intent: "cart",
    who: "buyer",
    async arrive(at) {
      await cartOf(at.shop, at.lane, 0);
      await wish(at, true);
      return { path: "/wishlist", done: () => inCart(at.shop, at.lane) };
    },
    press: 'main button[value="cart"]',
    says: /1 in your cart/,
    not: PUBLIC,
  },
  {
    file: "routes/storefront/wishlist/wish-row.tsx",
    intent: "unwish",
    who: "buyer",
    async arrive(at) {
      await wish(at, true);
      return { path: "/wishlist", done: () => -wishCount(at) };
    },
    press: 'main button[value="unwish"]',
    says: /Your wishlist is empty/,
    not: PUBLIC,
  },
  {
    file: "routes/storefront/shopping-cart/route.tsx",
    intent: "clear",
    who: "buyer",
    async arrive({ shop, lane }) {
      await cartOf(shop, lane);
      return { path: "/shopping_cart", done: () => -inCart(shop, lane) };
    },
    press: 'main button[value="clear"]',
    says: /Your cart is empty|is paid/,
    not: PUBLIC,
  },
  {
    file: "routes/storefront/shopping-cart/route.tsx",
    intent: "checkout",
    who: "buyer",
    async arrive({ shop, lane }) {
      await cartOf(shop, lane);
      const values = { [`quantity.${lane.product}`]: "4" };
      return { path: "/shopping_cart", typed: values, done: () => (inCart(shop, lane) - 1) / 3 };
    },
    press: 'main button[value="checkout"]',
    says: /^\/checkout/,
    not: PUBLIC,
  },
  ...["update", "less", "more", "set"].map((intent) => ({
    file: "routes/storefront/shopping-cart/route.tsx",
    intent,
    because: "sends the same quantities as Checkout, and where scripts run has no press of its own",
  })),
];
