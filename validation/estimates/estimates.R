# SPDX-License-Identifier: BSD-3-Clause
# Maximum-likelihood estimates on published tables, by other software than ours:
#   bradley_terry, davidson   log-linear and logistic models, glm() of package stats (R)
#   davidson_luce             enumeration and Newton's method in base R, below
#   rao_kupper, glenn_david   cumulative logit and probit with symmetric thresholds, clm() of
#                             package ordinal
# Writes NAME.estimates.csv for each table; their first lines state the versions. Needed only to
# make these files again (Debian: r-base-core r-cran-ordinal), not to run the validation.
# Usage: cd validation/estimates && Rscript estimates.R
library(ordinal)
options(digits = 17)

estimate <- function(name) {
  d <- read.csv(paste0(name, ".csv"), stringsAsFactors = FALSE)
  items <- unique(as.vector(t(d[, 1:2])))
  side <- function(column) sapply(items, function(item) as.numeric(d[[column]] == item))
  difference <- side("item_i") - side("item_j")
  x <- difference[, -1, drop = FALSE]  # the first item has log-worth 0
  colnames(x) <- paste0("x", seq_len(ncol(x)))
  rows <- list()
  add <- function(model, worths, ties, value) {
    rows[[length(rows) + 1]] <<- data.frame(
      model = model,
      parameter = c(paste0("log_worth:", items), names(ties), "log_likelihood"),
      value = c(0, worths, ties, value))
  }
  log_p <- function(count, p) sum(ifelse(count > 0, count * log(p), 0))
  control <- glm.control(epsilon = 1e-16, maxit = 100)

  # ties left out
  fit <- suppressWarnings(glm(cbind(d$wins_i, d$wins_j) ~ x - 1, family = binomial, control = control))
  p <- plogis(x %*% coef(fit))
  add("bradley_terry", coef(fit), c(), log_p(d$wins_i, p) + log_p(d$wins_j, 1 - p))

  # Poisson counts with a free level a pair: log weights d/2, -d/2 and beta
  n <- nrow(d)
  counts <- c(d$wins_i, d$wins_j, d$ties)
  pair <- factor(rep(seq_len(n), 3))
  tie <- rep(c(0, 0, 1), each = n)
  half <- rbind(x / 2, -x / 2, 0 * x)
  fit <- suppressWarnings(glm(counts ~ pair + half + tie - 1, family = poisson, control = control))
  worths <- coef(fit)[paste0("half", colnames(x))]
  beta <- coef(fit)[["tie"]]
  eta <- x %*% worths / 2
  z <- exp(eta) + exp(-eta) + exp(beta)
  add("davidson", worths, c(beta = beta),
      log_p(d$wins_i, exp(eta) / z) + log_p(d$wins_j, exp(-eta) / z) + log_p(d$ties, exp(beta) / z))

  # lose < tie < win with thresholds -t, t
  outcome <- factor(rep(c("3 win", "1 lose", "2 tie"), each = n), ordered = TRUE)
  long <- data.frame(outcome, rbind(x, x, x), counts)
  formula <- as.formula(paste("outcome ~", paste(colnames(x), collapse = " + ")))
  for (link in c("logit", "probit")) {
    fit <- clm(formula, data = long, weights = counts, link = link, threshold = "symmetric2",
               control = clm.control(gradTol = 1e-11, maxIter = 200L, relTol = 1e-14))
    t <- fit$alpha[[1]]
    worths <- fit$beta
    cdf <- if (link == "logit") plogis else pnorm
    win <- cdf(x %*% worths - t)
    lose <- cdf(-(x %*% worths) - t)
    value <- log_p(d$wins_i, win) + log_p(d$wins_j, lose) + log_p(d$ties, 1 - win - lose)
    if (link == "logit") {
      add("rao_kupper", worths, c(alpha = log(expm1(t))), value)
    } else {
      add("glenn_david", worths, c(gamma = log(t)), value)
    }
  }
  file <- paste0(name, ".estimates.csv")
  writeLines(c(sprintf("# by estimates.R with R %s (stats) and ordinal %s",
                       getRversion(), packageVersion("ordinal")), "model,parameter,value"), file)
  all <- do.call(rbind, rows)
  cat(sprintf("%s,%s,%.16g\n", all$model, all$parameter, all$value), file = file, append = TRUE, sep = "")
}

# Davidson-Luce on rankings with ties, straight from its formula: all subsets of up to `order` items
# are enumerated; derivatives by complex steps, exact to rounding; Newton to the end. Base R alone.
davidson_luce <- function(name, order) {
  d <- read.csv(paste0(name, ".csv"), check.names = FALSE)
  items <- names(d)[-1]
  k <- length(items)
  log_likelihood <- function(x) {  # log-worths of items 2.., then log deltas of orders 2..
    f <- c(0, x[seq_len(k - 1)])
    delta <- c(0, x[-seq_len(k - 1)])
    weight <- function(set) exp(delta[length(set)] + sum(f[set]) / length(set))
    total <- 0
    for (row in seq_len(nrow(d))) {
      rank <- unlist(d[row, -1])
      left <- which(rank > 0)
      while (length(left) > 1) {
        first <- left[rank[left] == min(rank[left])]
        z <- 0
        for (m in seq_len(min(order, length(left))))
          z <- z + sum(apply(combn(length(left), m), 2, function(at) weight(left[at])))
        total <- total + d$weight[row] * log(weight(first) / z)
        left <- setdiff(left, first)
      }
    }
    total
  }
  p <- k - 1 + order - 1
  gradient <- function(x) sapply(seq_len(p), function(j) {
    z <- as.complex(x)
    z[j] <- z[j] + 1e-30i
    Im(log_likelihood(z)) / 1e-30
  })
  x <- rep(0, p)
  for (iteration in 1:60) {
    g <- gradient(x)
    hessian <- sapply(seq_len(p), function(j) {
      h <- replace(numeric(p), j, 1e-5)
      (gradient(x + h) - gradient(x - h)) / 2e-5
    })
    step <- solve(hessian, g)
    x <- x - step * min(1, 1 / max(abs(step)))
    if (max(abs(step)) < 1e-14) break
  }
  file <- paste0(name, ".estimates.csv")
  writeLines(c(sprintf("# by estimates.R with R %s (base)", getRversion()), "model,parameter,value"), file)
  parameters <- c(paste0("log_worth:", items), paste0("log_delta_", 2:order), "log_likelihood")
  cat(sprintf("davidson_luce:max_order=%d,%s,%.16g\n", order, parameters,
              c(0, x, log_likelihood(x))), file = file, append = TRUE, sep = "")
}

for (name in c("pudding", "schools")) estimate(name)
davidson_luce("votes", 3)
